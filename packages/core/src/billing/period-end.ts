import type { SubscriptionPlan } from "../catalogue/plans";
import { addMonthsUtc } from "../schedule/add-months";

const MONTHS_BY_CYCLE = { month: 1, year: 12 } as const;

export function cycleMonths(plan: SubscriptionPlan): number {
  return MONTHS_BY_CYCLE[plan.cycle];
}

/** End of the cycle that a payment at `paidAt` bought, where the provider does not say it. */
export function periodEndAfter(plan: SubscriptionPlan, paidAt: Date): Date {
  return addMonthsUtc(paidAt, cycleMonths(plan));
}
