import { addMonthsUtc } from "../schedule/instalments";
import { findPlan } from "./catalogue";

const MONTHS_BY_CYCLE = { month: 1, year: 12 };

/** The columns of a payment that its receipt is computed from. */
interface PaidPlan {
  planKey: string | null;
  creditsGranted: number;
  createdAt: Date;
  periodStart: Date | null;
  periodEnd: Date | null;
}

/** What a payment paid for. */
export interface PaidFor {
  /** Null for a pack, and for a plan that is not known. */
  period: { start: Date; end: Date } | null;
  /** The credits of the whole period and those that came with the payment. `later` is null where all came at once. */
  credits: { total: number; now: number; later: { credits: number; intervalMonths: number; grants: number } | null };
}

/** What a payment paid for. Where no event named the period, it is one cycle from the payment on. */
export function paidFor(payment: PaidPlan): PaidFor {
  const { planKey, creditsGranted, createdAt, periodStart, periodEnd } = payment;
  const now = creditsGranted;
  const plan = findPlan(planKey ?? "");
  if (!plan) return { period: null, credits: { total: now, now, later: null } };
  const start = periodStart ?? createdAt;
  const end = periodEnd ?? addMonthsUtc(start, MONTHS_BY_CYCLE[plan.cycle]);
  const terms = plan.grantSchedule;
  const period = { start, end };
  if (terms.mode === "per_cycle") return { period, credits: { total: now, now, later: null } };
  const { creditsPerGrant, intervalMonths, grantsPerCycle, initialGrants } = terms;
  const grants = grantsPerCycle - initialGrants;
  return {
    period,
    credits: {
      total: now + creditsPerGrant * grants,
      now,
      later: { credits: creditsPerGrant, intervalMonths, grants },
    },
  };
}
