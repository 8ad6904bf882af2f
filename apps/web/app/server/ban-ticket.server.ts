import { createHmac, timingSafeEqual } from "node:crypto";

const TICKET_MAX_AGE_MS = 10 * 60 * 1000;

/** Proof, for a few minutes, that its bearer gave the right password of a banned account: the sign-in page then says why. */
export function issueBanTicket(secret: string, userId: string, now: Date): string {
  const content = `${userId}.${now.getTime() + TICKET_MAX_AGE_MS}`;
  return `${content}.${sign(secret, content)}`;
}

/** The user a ticket is about; null for one that is too old or was never issued. */
export function readBanTicket(secret: string, ticket: string, now: Date): string | null {
  const [userId = "", expires = "", signature = ""] = ticket.split(".");
  const expected = Buffer.from(sign(secret, `${userId}.${expires}`));
  const given = Buffer.from(signature);
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine && Number(expires) > now.getTime() ? userId : null;
}

function sign(secret: string, content: string): string {
  return createHmac("sha256", secret).update(`ban ticket ${content}`).digest("base64url");
}
