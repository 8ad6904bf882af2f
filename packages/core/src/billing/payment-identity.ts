import { addMonthsUtc } from "../schedule/installments";
import type { SubscriptionPlan } from "./catalogue";

/** What tells one payment of a subscription from another. Null is what is not known. */
export interface PaymentIdentity {
  orderId: string | null;
  transactionId: string | null;
  /** Start of the subscription period that was paid. */
  periodStart: Date | null;
}

/** The same of an event, which may hold its order or only name it. */
export interface AnnouncedPayment extends PaymentIdentity {
  /** Whether the event's object holds the order itself, and not a transaction that names one. */
  holdsOrder: boolean;
}

const DAY_MS = 86_400_000;
/** Periods of a subscription are a month apart or more. Two events of one payment give starts that differ by seconds. */
export const SAME_PERIOD_MAX_DAYS = 14;

/**
 * Whether an event announces a payment that is recorded already. An order the event itself holds decides. Transactions decide
 * otherwise, since renewals may name the first payment's order. Where one side knows only an order and the other only a transaction,
 * as in the provider's published first pair, the period decides.
 */
export function isSamePayment(event: AnnouncedPayment, recorded: PaymentIdentity): boolean {
  const sameOrder = event.orderId !== null && event.orderId === recorded.orderId;
  if (sameOrder && event.holdsOrder) return true;
  if (event.transactionId !== null && recorded.transactionId !== null)
    return event.transactionId === recorded.transactionId;
  if (sameOrder) return event.periodStart === null || recorded.periodStart === null || isSamePeriod(event, recorded);
  if (event.orderId !== null && recorded.orderId !== null) return false;
  return isSamePeriod(event, recorded);
}

function isSamePeriod(a: PaymentIdentity, b: PaymentIdentity): boolean {
  if (a.periodStart === null || b.periodStart === null) return false;
  return Math.abs(a.periodStart.getTime() - b.periodStart.getTime()) <= SAME_PERIOD_MAX_DAYS * DAY_MS;
}

/** When the period that a payment bought began: as the event says it, else one cycle before the period's end, else when it was paid. */
export function periodStartOf(
  plan: SubscriptionPlan,
  event: { periodStart: Date | null; periodEnd: Date | null; paidAt: Date | null },
): Date | null {
  if (event.periodStart) return event.periodStart;
  return event.periodEnd ? addMonthsUtc(event.periodEnd, -cycleMonths(plan)) : event.paidAt;
}

const MONTHS_BY_CYCLE = { month: 1, year: 12 } as const;

function cycleMonths(plan: SubscriptionPlan): number {
  return MONTHS_BY_CYCLE[plan.cycle];
}

/** End of the cycle that a payment at `paidAt` bought, where the provider does not say it. */
export function periodEndAfter(plan: SubscriptionPlan, paidAt: Date): Date {
  return addMonthsUtc(paidAt, cycleMonths(plan));
}
