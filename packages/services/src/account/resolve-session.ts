import { type Ban, findBan } from "@app/core/users/ban";
import { isDemoAccount } from "@app/db/demo-accounts";
import type { Actor, ServiceContext } from "../context";
import { recordSessionUse } from "./note-session-use";
import { readSession } from "./read-session";

/** Who a session token stands for. A ban is in force from the request after it. */
export type ResolvedSession =
  | { kind: "anonymous" }
  | { kind: "banned"; ban: Ban }
  | { kind: "active"; actor: Actor; sessionToken: string };

/**
 * Looks a session token up. Sessions live in the database, so that ending one takes effect at once.
 * @param userAgent what the browser calls itself, for the list of sessions
 */
export async function resolveSession(
  ctx: ServiceContext,
  sessionToken: string | null,
  userAgent: string | null = null,
): Promise<ResolvedSession> {
  if (!sessionToken) return { kind: "anonymous" };
  const session = await readSession(ctx.db, sessionToken);
  const now = ctx.now();
  // One that still waits for the code of the second factor signs nobody in.
  if (!session || session.awaitsCode || session.expires <= now || session.deletedAt) return { kind: "anonymous" };
  if (isDemoAccount(session.userId) && !ctx.config.acceptDemoAccounts) return { kind: "anonymous" };
  const { userId: id, email, name, role, credits, planKey, emailVerified } = session;
  const ban = findBan(session, now);
  if (ban) return { kind: "banned", ban };
  await recordSessionUse(ctx, session, userAgent, now);
  return {
    kind: "active",
    actor: { id, email, name, role: role === "admin" ? "admin" : "user", credits, planKey, emailVerified },
    sessionToken,
  };
}
