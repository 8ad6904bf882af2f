import { findPlan } from "../billing/catalogue";
import type { SubscriptionStatus } from "../billing/subscription-status";

/**
 * Statuses whose plan counts as revenue that recurs. A plan that ends with its period counts until then, and an overdue one until the
 * provider gives up. A trial has not been paid for yet.
 */
export const RECURRING_STATUSES: readonly SubscriptionStatus[] = ["active", "scheduled_cancel", "past_due"];

const MONTHS_PER_CYCLE = { month: 1, year: 12 } as const;
/** Sums are kept in this part of a cent, so that a yearly price is divided once, at the end. */
const PARTS_PER_CENT = 12;

/** What these subscriptions bring in a month, in cents: a yearly plan counts a twelfth of its price. An unknown plan counts nothing. */
export function monthlyRevenueCents(subscriptions: readonly { planKey: string; count: number }[]): number {
  const parts = subscriptions.reduce((sum, { planKey, count }) => {
    const plan = findPlan(planKey);
    return plan ? sum + (count * plan.priceCents * PARTS_PER_CENT) / MONTHS_PER_CYCLE[plan.cycle] : sum;
  }, 0);
  return Math.round(parts / PARTS_PER_CENT);
}

/** A part of a whole; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
