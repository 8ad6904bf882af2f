import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext, UserContext } from "../context";

/** A person with more browsers than these sees the latest used. */
const SESSIONS_SHOWN_MAX = 50;

export interface SessionSummary {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  /** Within the last hour of its use. */
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** Where the caller is signed in: this session first, then the latest used. */
export async function listSessions(ctx: UserContext, input: { currentToken: string }): Promise<SessionSummary[]> {
  const rows = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id, awaitsCode: false, expires: { gt: ctx.now() } },
    select: { sessionToken: true, userAgent: true, createdAt: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: { sort: "desc", nulls: "last" } }, { createdAt: "desc" }],
    take: SESSIONS_SHOWN_MAX,
  });
  const sessions = rows.map(({ sessionToken, userAgent, createdAt, lastSeenAt }) => ({
    id: sessionIdOf(sessionToken),
    userAgent,
    createdAt,
    lastSeenAt: lastSeenAt ?? createdAt,
    isCurrent: sessionToken === input.currentToken,
  }));
  return sessions.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Signs one of the caller's browsers out.
 * @throws AppError `not_found` for a session that is not the caller's, or has ended
 */
export async function endSession(ctx: UserContext, input: { sessionId: string }): Promise<{ success: true }> {
  const sessions = await ctx.db.session.findMany({
    where: { userId: ctx.actor.id },
    select: { sessionToken: true },
  });
  const session = sessions.find(({ sessionToken }) => sessionIdOf(sessionToken) === input.sessionId);
  const { count } = session
    ? await ctx.db.session.deleteMany({ where: { sessionToken: session.sessionToken } })
    : { count: 0 };
  if (count === 0) throw new AppError("not_found", "Session not found");
  return { success: true };
}

/** Signs the caller out everywhere else. */
export async function endOtherSessions(ctx: UserContext, input: { currentToken: string }): Promise<{ ended: number }> {
  const { count } = await ctx.db.session.deleteMany({
    where: { userId: ctx.actor.id, sessionToken: { not: input.currentToken } },
  });
  return { ended: count };
}

/** Ends the session a browser had before it signed in anew; one that is over already changes nothing. */
export async function endBrowserSession(ctx: ServiceContext, sessionToken: string): Promise<void> {
  await ctx.db.session.deleteMany({ where: { sessionToken } });
}

/** What a session is called outside: its token would let whoever reads it in. */
export function sessionIdOf(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

const PURGED_AT_ONCE_MAX = 10_000;

/** Forgets sessions and mailed links that are past their time. */
export async function purgeExpiredSignIns({ db, now }: ServiceContext): Promise<void> {
  const over = now();
  await db.$queryRaw`
    DELETE FROM verification_token WHERE (identifier, token) IN (
      SELECT identifier, token FROM verification_token WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    )`;
  await db.$queryRaw`
    DELETE FROM password_reset WHERE "userId" IN (
      SELECT "userId" FROM password_reset WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM email_verification WHERE "userId" IN (
      SELECT "userId" FROM email_verification WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM session WHERE "sessionToken" IN (
      SELECT "sessionToken" FROM session WHERE expires <= ${over}::timestamptz LIMIT ${PURGED_AT_ONCE_MAX}::int
    ) AND expires <= ${over}::timestamptz`;
}
