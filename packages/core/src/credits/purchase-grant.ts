import type { CatalogueItem, SubscriptionPlan } from "../catalogue/plans";
import { addMonthsUtc } from "../schedule/add-months";
import type { ScheduleTerms } from "../schedule/schedule";

/** Credits given at the moment a purchase or renewal is paid, and the ledger reason they are entered under. */
export function purchaseGrant(item: CatalogueItem): {
  credits: number;
  reason: "one_time_pack" | "subscription_cycle";
} {
  if (item.kind === "one_time") return { credits: item.credits, reason: "one_time_pack" };
  return { credits: firstGrantCredits(item), reason: "subscription_cycle" };
}

/** The instalments still owed after a purchase or renewal; null when the payment granted the whole cycle at once. */
export function scheduleAfterPurchase(plan: SubscriptionPlan, paidAt: Date): ScheduleTerms | null {
  const terms = plan.grantSchedule;
  if (terms.mode === "per_cycle") return null;
  return {
    creditsPerGrant: terms.creditsPerGrant,
    intervalMonths: terms.intervalMonths,
    grantsRemaining: terms.grantsPerCycle - terms.initialGrants,
    totalCreditsRemaining: plan.creditsPerCycle - firstGrantCredits(plan),
    nextGrantAt: addMonthsUtc(paidAt, terms.intervalMonths),
  };
}

function firstGrantCredits(plan: SubscriptionPlan): number {
  const terms = plan.grantSchedule;
  return terms.mode === "per_cycle" ? plan.creditsPerCycle : terms.creditsPerGrant * terms.initialGrants;
}
