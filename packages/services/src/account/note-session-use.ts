import type { ServiceContext } from "../context";

const RECORD_INTERVAL_MS = 60 * 60 * 1000;
const USER_AGENT_MAX_CHARACTERS = 400;

/** Notes where and when a session is used, at most once an hour: most requests write nothing. */
export async function recordSessionUse(
  ctx: ServiceContext,
  session: { sessionToken: string; lastSeenAt: Date | null },
  userAgent: string | null,
  now: Date,
): Promise<void> {
  if (session.lastSeenAt && now.getTime() - session.lastSeenAt.getTime() < RECORD_INTERVAL_MS) return;
  const named = userAgent === null ? {} : { userAgent: userAgent.slice(0, USER_AGENT_MAX_CHARACTERS) };
  await ctx.db.session.updateMany({
    where: { sessionToken: session.sessionToken, lastSeenAt: session.lastSeenAt },
    data: { ...named, lastSeenAt: now },
  });
}
