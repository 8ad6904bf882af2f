import { findPlan, type SubscriptionPlan } from "./plans";

const MONTHS_PER_YEAR = 12;
const YEARLY_SUFFIX = "_yearly";

/** What paying for a year at once saves over twelve months of the same plan. */
export interface YearlySaving {
  percent: number;
  /** Months that come free; null when the saving is no whole number of them. */
  freeMonths: number | null;
}

/** The saving of a yearly plan; null for any other plan, and for one that saves nothing. */
export function yearlySaving(plan: SubscriptionPlan): YearlySaving | null {
  const monthly = plan.key.endsWith(YEARLY_SUFFIX)
    ? findPlan(`${plan.key.slice(0, -YEARLY_SUFFIX.length)}_monthly`)
    : undefined;
  if (!monthly) return null;
  const twelveMonthsCents = monthly.priceCents * MONTHS_PER_YEAR;
  const savedCents = twelveMonthsCents - plan.priceCents;
  if (savedCents <= 0) return null;
  return {
    percent: Math.round((savedCents / twelveMonthsCents) * 100),
    freeMonths: savedCents % monthly.priceCents === 0 ? savedCents / monthly.priceCents : null,
  };
}
