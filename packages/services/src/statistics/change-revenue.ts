import type { Tx } from "@app/db/client";

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
