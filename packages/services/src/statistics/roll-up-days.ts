import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { DAY_MS, startOfDay, sumDays, totalsColumns, totalsOrZero } from "./day-totals";

/**
 * How long after its end a day is added up. What is written carries the time at which its request or run began, and the longest that any
 * of them may take is a minute: whatever belongs to a day is there by then, a clock that is hours slow included.
 */
const ROLLED_UP_AFTER_MS = 6 * 60 * 60 * 1000;
/** A run is bounded: what was left for long is done in several. */
const DAYS_AT_ONCE_MAX = 31;

/**
 * Adds up each day that is over, once, in the order of the days and without a gap. Two that do so at once write the same rows. Nothing
 * but this writes `daily_totals`, so no request waits for it.
 * @returns how many days were added up
 */
export async function rollUpDays(ctx: ServiceContext): Promise<number> {
  const end = startOfDay(new Date(ctx.now().getTime() - ROLLED_UP_AFTER_MS));
  const first = await firstDayLeft(ctx);
  if (first === null) return 0;
  const days = Math.min(DAYS_AT_ONCE_MAX, (end.getTime() - first.getTime()) / DAY_MS);
  for (let index = 0; index < days; index += 1) {
    const day = new Date(first.getTime() + index * DAY_MS);
    await rollUpDay(ctx, day);
  }
  return Math.max(0, days);
}

/** The day after the newest that is added up, or the first on which anything was written; null where nothing was. */
async function firstDayLeft({ db }: ServiceContext): Promise<Date | null> {
  const [found] = await db.$queryRaw<{ start: Date | null }[]>`
    SELECT coalesce((SELECT max(day) + 1 FROM daily_totals), (least(
      (SELECT min("createdAt") FROM credit_ledger), (SELECT min("createdAt") FROM payment),
      (SELECT min("createdAt") FROM "user"), (SELECT min("createdAt") FROM chat_session)
    ) AT TIME ZONE 'UTC')::date)::timestamp AT TIME ZONE 'UTC' AS start`;
  return found?.start ?? null;
}

/** A day without anything gets its row too: what is missing has not been added up. */
async function rollUpDay({ db }: ServiceContext, start: Date): Promise<void> {
  await db.$queryRaw`
    INSERT INTO daily_totals (day, ${totalsColumns})
    SELECT any_day.day, ${totalsOrZero}
    FROM (SELECT (${start}::timestamptz AT TIME ZONE 'UTC')::date AS day) AS any_day
      LEFT JOIN (${sumDays(start, new Date(start.getTime() + DAY_MS))}) AS added USING (day)
    ON CONFLICT (day) DO NOTHING`;
}

/**
 * Corrects the revenue of a day that is added up already: a payment of that day was refunded, disputed, or found to be of another amount.
 * A day that is not added up yet will be, from the payments as they then are; the payment's row is locked meanwhile, and days are only
 * added up hours after their end.
 * @param deltaCents what is added to the day's revenue
 */
export async function adjustRevenue(tx: Tx, paidAt: Date, deltaCents: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE daily_totals SET "revenueCents" = "revenueCents" + ${deltaCents}::int
    WHERE day = (${paidAt}::timestamptz AT TIME ZONE 'UTC')::date`;
}
