import { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";

/** Before anything was written. */
const EVER = new Date(0);

export type DatedTotals = DayTotals & { day: Date };

/**
 * The totals of each day from `since` (a start of a day in UTC) on that has any: days that were added up from their rows, those after
 * them from what was written. Exactly what adding all of it up would give, whether or not the sweep has been there.
 */
export async function readDailyTotals({ db }: ServiceContext, since: Date): Promise<DatedTotals[]> {
  const rolledUp = await db.$queryRaw<DatedTotals[]>`
    SELECT day, ${totalsAsNumbers} FROM daily_totals WHERE day >= ${since}::date ORDER BY day`;
  const last = rolledUp.at(-1);
  return [...rolledUp, ...(await addUp(db, last ? dayAfter(last.day) : since))];
}

/** The totals of all time, in the same way. */
export async function readTotals({ db }: ServiceContext): Promise<DayTotals> {
  const [{ newest, ...sums }] = await db.$queryRaw<[DayTotals & { newest: Date | null }]>`
    SELECT max(day) AS newest, ${sumsOfTotals} FROM daily_totals`;
  const live = await addUp(db, newest === null ? EVER : dayAfter(newest));
  return [...live].reduce<DayTotals>(plus, sums);
}

/** Planned anew each time: how much there is to read depends on how far back it begins. */
function addUp(db: ServiceContext["db"], from: Date): Promise<DatedTotals[]> {
  return db.$queryRaw`/* unnamed */ ${sumDays(from, null)}`;
}

function plus(a: DayTotals, b: DayTotals): DayTotals {
  const figures = Object.keys(NO_TOTALS) as (keyof DayTotals)[];
  return Object.fromEntries(figures.map((figure) => [figure, a[figure] + b[figure]])) as Record<
    keyof DayTotals,
    number
  >;
}

const dayAfter = (day: Date) => new Date(day.getTime() + DAY_MS);

export const DAY_MS = 24 * 60 * 60 * 1000;

/** What happened on a day in UTC, of all that is written once and never changed. */
export interface DayTotals {
  /** Sum of all that was added to balances. */
  creditsGranted: number;
  /** Sum of all that was taken, as a positive number. */
  creditsSpent: number;
  /** Users who spent credits. */
  activeUsers: number;
  /** Of payments that succeeded. */
  revenueCents: number;
  payments: number;
  newUsers: number;
  /** Begun on that day. */
  chatSessions: number;
}

const NO_TOTALS: DayTotals = {
  creditsGranted: 0,
  creditsSpent: 0,
  activeUsers: 0,
  revenueCents: 0,
  payments: 0,
  newUsers: 0,
  chatSessions: 0,
};

const FIGURES = Object.keys(NO_TOTALS) as (keyof DayTotals)[];

/** The columns of the table `daily_totals` but for its day. */
export const totalsColumns = listOf((figure) => `"${figure}"`);
/** The sums of several rows; of none they are zeros. */
const sumsOfTotals = listOf((figure) => `coalesce(sum("${figure}"), 0)::float8 AS "${figure}"`);
/** Of a row that may be missing. */
export const totalsOrZero = listOf((figure) => `coalesce("${figure}", 0)`);
/** As JavaScript's numbers. */
const totalsAsNumbers = listOf((figure) => `"${figure}"::float8 AS "${figure}"`);

function listOf(expression: (figure: keyof DayTotals) => string): Prisma.Sql {
  return Prisma.raw(FIGURES.map(expression).join(", "));
}

export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

/**
 * Adds up what was written from `from` on, and before `until` where that is given: a query of a row for each day that has something. Each
 * of its parts begins in an index by time. Credits are summed by user first: counting distinct users of a day at once would sort every
 * entry.
 */
export function sumDays(from: Date, until: Date | null): Prisma.Sql {
  const written = Prisma.sql`"createdAt" >= ${from}::timestamptz ${
    until === null ? Prisma.empty : Prisma.sql`AND "createdAt" < ${until}::timestamptz`
  }`;
  const day = Prisma.sql`("createdAt" AT TIME ZONE 'UTC')::date AS day`;
  return Prisma.sql`
    SELECT day, ${sumsOfTotals}
    FROM (
      SELECT day, sum(granted) AS "creditsGranted", sum(spent) AS "creditsSpent", count(*) FILTER (WHERE spent > 0) AS "activeUsers",
        0 AS "revenueCents", 0 AS payments, 0 AS "newUsers", 0 AS "chatSessions"
      FROM (
        SELECT ${day}, "userId", sum(greatest(delta, 0)) AS granted, sum(greatest(-delta, 0)) AS spent
        FROM credit_ledger WHERE ${written} GROUP BY 1, 2
      ) AS of_user GROUP BY 1
      UNION ALL
      SELECT ${day}, 0, 0, 0, coalesce(sum("amountCents") FILTER (WHERE status = 'succeeded'), 0), count(*), 0, 0
      FROM payment WHERE ${written} GROUP BY 1
      UNION ALL
      SELECT ${day}, 0, 0, 0, 0, 0, count(*), 0 FROM "user" WHERE ${written} GROUP BY 1
      UNION ALL
      SELECT ${day}, 0, 0, 0, 0, 0, 0, count(*) FROM chat_session WHERE ${written} GROUP BY 1
    ) AS part GROUP BY day`;
}
