import { type CatalogueItem, findPlan, type SubscriptionPlan } from "../billing/catalogue";
import { addMonthsUtc, type ScheduleTerms } from "../schedule/instalments";

/** The credits that are granted when a purchase or renewal is paid, and their ledger reason (spec, endpoint 3, step 4). */
export function purchaseGrant(item: CatalogueItem): {
  credits: number;
  reason: "one_time_pack" | "subscription_cycle";
} {
  if (item.kind === "one_time") return { credits: item.credits, reason: "one_time_pack" };
  return { credits: firstGrantCredits(item), reason: "subscription_cycle" };
}

/**
 * The instalments that remain after a purchase or renewal, counted from the time at which it is recorded. Null when the payment granted the
 * whole cycle at once.
 */
export function scheduleAfterPurchase(plan: SubscriptionPlan, recordedAt: Date): ScheduleTerms | null {
  const terms = plan.grantSchedule;
  if (terms.mode === "per_cycle") return null;
  return {
    creditsPerGrant: terms.creditsPerGrant,
    intervalMonths: terms.intervalMonths,
    grantsRemaining: terms.grantsPerCycle - terms.initialGrants,
    totalCreditsRemaining: plan.creditsPerCycle - firstGrantCredits(plan),
    nextGrantAt: addMonthsUtc(recordedAt, terms.intervalMonths),
  };
}

function firstGrantCredits(plan: SubscriptionPlan): number {
  const terms = plan.grantSchedule;
  return terms.mode === "per_cycle" ? plan.creditsPerCycle : terms.creditsPerGrant * terms.initialGrants;
}

/** The next grant that a user can expect. */
export interface NextGrant {
  at: Date;
  credits: number;
  /** An instalment is paid for already. A renewal is granted with its payment. */
  source: "instalment" | "renewal";
  /** Instalments left, this one included. 0 for a renewal. */
  grantsRemaining: number;
}

interface OpenSchedule {
  nextGrantAt: Date;
  creditsPerGrant: number;
  grantsRemaining: number;
  totalCreditsRemaining: number;
}

interface OpenSubscription {
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
}

/** Statuses in which the provider charges the next payment by itself. */
const RENEWING: ReadonlySet<string> = new Set(["active", "trialing"]);

/** The next instalment, else the grant of the subscription's renewal. Null where no grant is expected. */
export function nextGrantOf(
  schedule: OpenSchedule | null,
  subscription: OpenSubscription | null,
  now: Date,
): NextGrant | null {
  if (schedule) return instalment(schedule);
  if (!subscription || !RENEWING.has(subscription.status) || subscription.currentPeriodEnd <= now) return null;
  const plan = findPlan(subscription.planKey);
  if (!plan) return null;
  const { grantSchedule, creditsPerCycle } = plan;
  const credits =
    grantSchedule.mode === "per_cycle" ? creditsPerCycle : grantSchedule.creditsPerGrant * grantSchedule.initialGrants;
  return { at: subscription.currentPeriodEnd, credits, source: "renewal", grantsRemaining: 0 };
}

function instalment(schedule: OpenSchedule): NextGrant {
  const { nextGrantAt, creditsPerGrant, grantsRemaining, totalCreditsRemaining } = schedule;
  // The last instalment grants all that is left.
  const credits = grantsRemaining > 1 ? Math.min(creditsPerGrant, totalCreditsRemaining) : totalCreditsRemaining;
  return { at: nextGrantAt, credits, source: "instalment", grantsRemaining };
}
