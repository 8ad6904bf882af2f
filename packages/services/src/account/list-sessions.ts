import type { UserContext } from "../context";
import { sessionIdOf } from "./session-id";

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
