import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { DAY_MS, startOfDay, sumDays, totalsColumns, totalsOrZero } from "./day-totals";

/**
 * How long after its end a day is rolled up. Rows carry the time at which their request or run started, and that takes at most a minute: by
 * then all rows of the day are committed, even with a clock that is hours slow.
 */
const ROLLED_UP_AFTER_MS = 6 * 60 * 60 * 1000;
/** Bounds one run. A longer backlog takes several runs. */
const DAYS_PER_RUN_MAX = 31;

/**
 * Maintenance: writes the totals of each completed day once, in order and without gaps. Concurrent runs write the same rows.
 * @returns the number of days that were rolled up
 */
export async function rollUpDays(ctx: ServiceContext): Promise<number> {
  const end = startOfDay(new Date(ctx.now().getTime() - ROLLED_UP_AFTER_MS));
  const first = await firstMissingDay(ctx);
  if (first === null) return 0;
  const days = Math.min(DAYS_PER_RUN_MAX, (end.getTime() - first.getTime()) / DAY_MS);
  for (let index = 0; index < days; index += 1) {
    const day = new Date(first.getTime() + index * DAY_MS);
    await rollUpDay(ctx, day);
  }
  return Math.max(0, days);
}

/** The day after the newest rolled-up day, or the day of the first row; null when there are no rows. */
async function firstMissingDay({ db }: ServiceContext): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ start: Date | null }[]>`
    SELECT coalesce((SELECT max(day) + 1 FROM daily_totals), (least(
      (SELECT min("createdAt") FROM credit_ledger), (SELECT min("createdAt") FROM payment),
      (SELECT min("createdAt") FROM "user"), (SELECT min("createdAt") FROM chat_session)
    ) AT TIME ZONE 'UTC')::date)::timestamp AT TIME ZONE 'UTC' AS start`;
  return row?.start ?? null;
}

/**
 * A day without any rows gets a row of zeros, so that a missing row always means not rolled up. The table lock waits for transactions that
 * have corrected a revenue (`adjustRevenue`): the sum then includes what they have changed. Later ones wait, and find the row.
 */
async function rollUpDay({ db }: ServiceContext, start: Date): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE daily_totals IN SHARE ROW EXCLUSIVE MODE`;
    await tx.$queryRaw`
      INSERT INTO daily_totals (day, ${totalsColumns})
      SELECT any_day.day, ${totalsOrZero}
      FROM (SELECT (${start}::timestamptz AT TIME ZONE 'UTC')::date AS day) AS any_day
        LEFT JOIN (${sumDays(start, new Date(start.getTime() + DAY_MS))}) AS added USING (day)
      ON CONFLICT (day) DO NOTHING`;
  });
}

/**
 * Corrects the revenue of a rolled-up day when one of its payments was refunded, disputed or has another amount. A day that is not rolled
 * up yet needs no correction: it is summed from the payments later.
 * @param deltaCents added to the day's revenue
 */
export async function adjustRevenue(tx: Tx, paidAt: Date, deltaCents: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE daily_totals SET "revenueCents" = "revenueCents" + ${deltaCents}::int
    WHERE day = (${paidAt}::timestamptz AT TIME ZONE 'UTC')::date`;
}
