import type { ServiceContext } from "../context";
import { DAY_MS, type DayTotals, NO_TOTALS, sumDays, sumsOfTotals, totalsAsNumbers } from "./day-totals";

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
