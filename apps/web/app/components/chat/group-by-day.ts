const DAY_MS = 24 * 60 * 60 * 1000;

const DAYS = ["today", "yesterday", "earlier"] as const;
type SessionDay = (typeof DAYS)[number];

interface DayOfSessions<Session> {
  day: SessionDay;
  sessions: Session[];
}

/** Sessions, which come latest first, by the day they were used last. Days are those of UTC, like every date on the pages. */
export function groupByDay<Session extends { lastMessageAt: Date }>(
  sessions: readonly Session[],
  now: Date,
): DayOfSessions<Session>[] {
  const today = dayNumber(now);
  const dayOf = ({ lastMessageAt }: Session): SessionDay => {
    const daysAgo = today - dayNumber(lastMessageAt);
    if (daysAgo <= 0) return "today";
    return daysAgo === 1 ? "yesterday" : "earlier";
  };
  return DAYS.map((day) => ({ day, sessions: sessions.filter((session) => dayOf(session) === day) })).filter(
    (group) => group.sessions.length > 0,
  );
}

const dayNumber = (date: Date) => Math.floor(date.getTime() / DAY_MS);
