import { findPlan } from "../catalogue/plans";

/** Credits that are still to come. */
export interface NextGrant {
  at: Date;
  credits: number;
  /** An instalment is paid for already; a renewal comes with its payment. */
  source: "instalment" | "renewal";
  /** Instalments left, this one included; 0 for a renewal. */
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

/** Statuses in which the provider takes the next payment by itself. */
const RENEWING: ReadonlySet<string> = new Set(["active", "trialing"]);

/** What comes next: the instalment due first, else what the subscription's renewal grants. Null where nothing is to be expected. */
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
  // The last instalment pays out whatever is left.
  const credits = grantsRemaining > 1 ? Math.min(creditsPerGrant, totalCreditsRemaining) : totalCreditsRemaining;
  return { at: nextGrantAt, credits, source: "instalment", grantsRemaining };
}
