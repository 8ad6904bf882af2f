import { SPENDING_REASONS } from "@app/core/ledger/ledger-reasons";
import { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";

/** Earlier than any row. */
const BEGINNING = new Date(0);

export type DatedTotals = DayTotals & { day: Date };

/**
 * The totals of each day from `since` (the start of a day in UTC) that has any. Days that maintenance has rolled up are read from
 * `daily_totals`, later days are summed from the rows: the result is the same whether or not maintenance has run.
 */
export async function readDailyTotals({ db }: ServiceContext, since: Date): Promise<DatedTotals[]> {
  const rolledUp = await db.$queryRaw<DatedTotals[]>`
    SELECT day, ${totalsAsNumbers} FROM daily_totals WHERE day >= ${since}::date ORDER BY day`;
  const last = rolledUp.at(-1);
  return [...rolledUp, ...(await addUp(db, last ? dayAfter(last.day) : since))];
}

/** The totals of all time, read in the same way. */
export async function readTotals({ db }: ServiceContext): Promise<DayTotals> {
  const [{ newest, ...sums }] = await db.$queryRaw<[DayTotals & { newest: Date | null }]>`
    SELECT max(day) AS newest, ${sumsOfTotals} FROM daily_totals`;
  const live = await addUp(db, newest === null ? BEGINNING : dayAfter(newest));
  return [...live].reduce<DayTotals>(plus, sums);
}

/** The statement is unnamed so that it is planned each time: the best plan depends on `from`. */
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

/** The totals of a day in UTC. */
export interface DayTotals {
  /** Sum of all grants. */
  creditsGranted: number;
  /** Sum of all deductions, as a positive number. */
  creditsSpent: number;
  /** Users who spent credits: adjustments and credits taken back do not count. */
  activeUsers: number;
  /** Of payments that succeeded. */
  revenueCents: number;
  payments: number;
  newUsers: number;
  /** Started on that day. */
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

/** The columns of `daily_totals` without `day`. */
export const totalsColumns = listOf((figure) => `"${figure}"`);
/** The sums over several rows; zeros when there are none. */
const sumsOfTotals = listOf((figure) => `coalesce(sum("${figure}"), 0)::float8 AS "${figure}"`);
/** The columns of an outer join, with zeros for a missing row. */
export const totalsOrZero = listOf((figure) => `coalesce("${figure}", 0)`);
/** The columns as float8, which Prisma returns as numbers. */
const totalsAsNumbers = listOf((figure) => `"${figure}"::float8 AS "${figure}"`);

function listOf(expression: (figure: keyof DayTotals) => string): Prisma.Sql {
  return Prisma.raw(FIGURES.map(expression).join(", "));
}

export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

/**
 * The query that sums the rows written from `from` until `until` (null for now) by day. Each part is a range of an index on time. Credits
 * are summed by user first, because counting the distinct users of a day directly would sort every entry.
 */
export function sumDays(from: Date, until: Date | null): Prisma.Sql {
  const written = Prisma.sql`"createdAt" >= ${from}::timestamptz ${
    until === null ? Prisma.empty : Prisma.sql`AND "createdAt" < ${until}::timestamptz`
  }`;
  const day = Prisma.sql`("createdAt" AT TIME ZONE 'UTC')::date AS day`;
  return Prisma.sql`
    SELECT day, ${sumsOfTotals}
    FROM (
      SELECT day, sum(granted) AS "creditsGranted", sum(spent) AS "creditsSpent", count(*) FILTER (WHERE "isActive") AS "activeUsers",
        0 AS "revenueCents", 0 AS payments, 0 AS "newUsers", 0 AS "chatSessions"
      FROM (
        SELECT ${day}, "userId", sum(greatest(delta, 0)) AS granted, sum(greatest(-delta, 0)) AS spent,
          bool_or(delta < 0 AND reason = ANY(${[...SPENDING_REASONS]}::text[])) AS "isActive"
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
