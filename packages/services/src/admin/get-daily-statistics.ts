import type { Db } from "@app/db/client";
import type { ServiceContext } from "../context";

const DAY_MS = 24 * 60 * 60 * 1000;

/** One day in UTC. */
export interface DayStatistics {
  /** Its start. */
  day: Date;
  /** Of payments that succeeded. */
  revenueCents: number;
  /** Sum of all that was added to balances. */
  creditsGranted: number;
  /** Sum of all that was taken, as a positive number. */
  creditsSpent: number;
  /** Users who spent credits. */
  activeUsers: number;
  failedImages: number;
  failedVideos: number;
  /** Chat answers that ended early. */
  failedChats: number;
}

/** Figures of a day, of those that have any. */
type DayRow = Partial<Omit<DayStatistics, "day">> & { day: string };

/** What happened on each of the last days, today included, the oldest first. A day without anything is there with zeros. */
export async function getDailyStatistics(ctx: ServiceContext, input: { days: number }): Promise<DayStatistics[]> {
  const today = startOfDay(ctx.now());
  const since = new Date(today.getTime() - (input.days - 1) * DAY_MS);
  const rows = (await Promise.all([revenue(ctx.db, since), credits(ctx.db, since), failures(ctx.db, since)])).flat();
  return Array.from({ length: input.days }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY_MS);
    const key = day.toISOString().slice(0, "YYYY-MM-DD".length);
    return Object.assign({ ...NOTHING, day }, ...rows.filter((row) => row.day === key).map(withoutDay));
  });
}

const NOTHING = {
  revenueCents: 0,
  creditsGranted: 0,
  creditsSpent: 0,
  activeUsers: 0,
  failedImages: 0,
  failedVideos: 0,
  failedChats: 0,
};

function withoutDay({ day: _, ...figures }: DayRow): Partial<DayStatistics> {
  return figures;
}

function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

function revenue(db: Db, since: Date): Promise<DayRow[]> {
  return db.$queryRaw`
    SELECT to_char("createdAt", 'YYYY-MM-DD') AS day, sum("amountCents")::float8 AS "revenueCents"
    FROM payment WHERE status = 'succeeded' AND "createdAt" >= ${since}::timestamptz GROUP BY 1`;
}

/** Summed by user first: counting distinct users of a day at once would sort every entry. */
function credits(db: Db, since: Date): Promise<DayRow[]> {
  return db.$queryRaw`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(granted)::float8 AS "creditsGranted", sum(spent)::float8 AS "creditsSpent",
      count(*) FILTER (WHERE spent > 0)::int AS "activeUsers"
    FROM (
      SELECT date_trunc('day', "createdAt") AS day, "userId", sum(greatest(delta, 0)) AS granted, sum(greatest(-delta, 0)) AS spent
      FROM credit_ledger WHERE "createdAt" >= ${since}::timestamptz GROUP BY 1, 2
    ) AS of_user GROUP BY 1`;
}

function failures(db: Db, since: Date): Promise<DayRow[]> {
  return db.$queryRaw`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, count(*) FILTER (WHERE kind = 'image')::int AS "failedImages",
      count(*) FILTER (WHERE kind = 'video')::int AS "failedVideos", count(*) FILTER (WHERE kind = 'chat')::int AS "failedChats"
    FROM (
      SELECT date_trunc('day', "createdAt") AS day, type AS kind
      FROM generation_history WHERE status = 'failed' AND "createdAt" >= ${since}::timestamptz
      UNION ALL
      SELECT date_trunc('day', "createdAt"), 'chat'
      FROM chat_message WHERE interrupted AND "createdAt" >= ${since}::timestamptz
    ) AS failure GROUP BY 1`;
}
