import { createHash } from "node:crypto";
import { AppError } from "@app/core/errors";
import type { ServiceContext, UserContext } from "../context";

/** A user with more sessions sees the latest used. */
const SESSIONS_SHOWN_MAX = 50;

export interface SessionSummary {
  id: string;
  userAgent: string | null;
  createdAt: Date;
  /** Accurate to an hour. */
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** The user's sessions: the current one first, then the latest used. */
export async function listSessions(ctx: UserContext, input: { currentToken: string }): Promise<SessionSummary[]> {
  const where = { userId: ctx.actor.id, awaitsCode: false, expires: { gt: ctx.now() } };
  const select = { sessionToken: true, userAgent: true, createdAt: true, lastSeenAt: true } as const;
  const [current, others] = await Promise.all([
    ctx.db.session.findMany({ where: { ...where, sessionToken: input.currentToken }, select }),
    ctx.db.session.findMany({
      where: { ...where, sessionToken: { not: input.currentToken } },
      select,
      orderBy: [{ lastSeenAt: { sort: "desc", nulls: "last" } }, { createdAt: "desc" }],
      take: SESSIONS_SHOWN_MAX - 1,
    }),
  ]);
  return [...current, ...others].map(({ sessionToken, userAgent, createdAt, lastSeenAt }) => ({
    id: sessionIdOf(sessionToken),
    userAgent,
    createdAt,
    lastSeenAt: lastSeenAt ?? createdAt,
    isCurrent: sessionToken === input.currentToken,
  }));
}

/**
 * Ends one of the user's sessions.
 * @throws AppError `not_found` for a session of another user, or one that has ended
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

/** Ends all sessions of the user but the current one. */
export async function endOtherSessions(ctx: UserContext, input: { currentToken: string }): Promise<{ ended: number }> {
  const { count } = await ctx.db.session.deleteMany({
    where: { userId: ctx.actor.id, sessionToken: { not: input.currentToken } },
  });
  return { ended: count };
}

/** Ends the previous session of a browser that has signed in again. Does nothing when it has ended. */
export async function endBrowserSession(ctx: ServiceContext, sessionToken: string): Promise<void> {
  await ctx.db.session.deleteMany({ where: { sessionToken } });
}

/** The public id of a session: its token must not be shown, because it signs in. */
export function sessionIdOf(sessionToken: string): string {
  return createHash("sha256").update(sessionToken).digest("hex");
}

const PURGE_BATCH_MAX = 10_000;

/** Maintenance: deletes expired sessions and mailed links. */
export async function purgeExpiredSignIns({ db, now }: ServiceContext): Promise<void> {
  const expiredAt = now();
  await db.$queryRaw`
    DELETE FROM verification_token WHERE (identifier, token) IN (
      SELECT identifier, token FROM verification_token WHERE expires <= ${expiredAt}::timestamptz LIMIT ${PURGE_BATCH_MAX}::int
    )`;
  await db.$queryRaw`
    DELETE FROM password_reset WHERE "userId" IN (
      SELECT "userId" FROM password_reset WHERE expires <= ${expiredAt}::timestamptz LIMIT ${PURGE_BATCH_MAX}::int
    ) AND expires <= ${expiredAt}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM email_verification WHERE "userId" IN (
      SELECT "userId" FROM email_verification WHERE expires <= ${expiredAt}::timestamptz LIMIT ${PURGE_BATCH_MAX}::int
    ) AND expires <= ${expiredAt}::timestamptz`;
  await db.$queryRaw`
    DELETE FROM session WHERE "sessionToken" IN (
      SELECT "sessionToken" FROM session WHERE expires <= ${expiredAt}::timestamptz LIMIT ${PURGE_BATCH_MAX}::int
    ) AND expires <= ${expiredAt}::timestamptz`;
}
