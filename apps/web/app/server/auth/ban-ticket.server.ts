import { createHmac, timingSafeEqual } from "node:crypto";
import type { Ban } from "@app/core/account/ban";
import { getBan } from "@app/services/account/bans";
import type { Secrets } from "@app/services/context";
import type { LoaderFunctionArgs } from "@remix-run/node";

const TICKET_MAX_AGE_MS = 10 * 60 * 1000;

/**
 * Proof, valid for ten minutes, that its bearer knew the password of a banned account, or has an identity that is linked to it: the sign-in page
 * then shows the reason.
 */
export function issueBanTicket([secret]: Secrets, userId: string, now: Date): string {
  const content = `${userId}.${now.getTime() + TICKET_MAX_AGE_MS}`;
  return `${content}.${sign(secret, content)}`;
}

/** The id of the user the ticket was issued for; null when it has expired or is not genuine. */
export function readBanTicket(secrets: Secrets, ticket: string, now: Date): string | null {
  const [userId = "", expires = "", signature = ""] = ticket.split(".");
  const sent = Buffer.from(signature);
  const isGenuine = secrets.some((secret) => {
    const expected = Buffer.from(sign(secret, `${userId}.${expires}`));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  return isGenuine && Number(expires) > now.getTime() ? userId : null;
}

function sign(secret: string, content: string): string {
  return createHmac("sha256", secret).update(`ban ticket ${content}`).digest("base64url");
}

/** The reader's own ban, by their session or by a ban ticket in the query. */
export async function findBanOfVisitor({ context, request }: LoaderFunctionArgs): Promise<Ban | null> {
  const session = await context.session();
  if (session.kind === "banned") return session.ban;
  const ticket = new URL(request.url).searchParams.get("ban") ?? "";
  const { service } = context.deps;
  const userId = readBanTicket(service.config.authSecrets, ticket, service.now());
  return userId === null ? null : getBan(service, userId);
}
