import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ban } from "@app/core/account/ban";
import { getBan } from "@app/services/account/bans";
import type { LoaderFunctionArgs } from "@remix-run/node";

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

/** The reader's own ban: known by a live session, or by the right password a moment ago. */
export async function findBanOfVisitor({ context, request }: LoaderFunctionArgs): Promise<Ban | null> {
  const session = await context.session();
  if (session.kind === "banned") return session.ban;
  const ticket = new URL(request.url).searchParams.get("ban") ?? "";
  const { env, service } = context.deps;
  const userId = readBanTicket(env.AUTH_SECRET, ticket, service.now());
  return userId === null ? null : getBan(service, userId);
}
