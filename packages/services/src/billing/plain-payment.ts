import { periodEndAfter } from "@app/core/billing/period-end";
import { readPurchase } from "@app/core/billing/read-purchase";
import { purchaseGrant, scheduleAfterPurchase } from "@app/core/credits/purchase-grant";
import type { ServiceContext } from "../context";
import { createId } from "../create-id";
import type { StoredEvent } from "./store-provider-event";

/** Everything a payment writes, decided: one row for the statement that writes it. What a pack or a monthly plan has none of is null. */
export type PlainPayment = NonNullable<ReturnType<typeof decidePlainPayment>>;

/**
 * Decides from an event alone what its payment writes.
 * @returns null where more has to be known first: the event names no payment, or not who bought what
 * @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key
 */
export function decidePlainPayment(ctx: ServiceContext, { inboxId, event }: StoredEvent) {
  if (event.paymentId === null || event.metadata === null) return null;
  const { userId, item } = readPurchase(event.metadata);
  const now = ctx.now();
  const { credits, reason } = purchaseGrant(item);
  const plan = item.kind === "subscription" ? item : null;
  const schedule = plan && scheduleAfterPurchase(plan, now);
  return {
    inboxId,
    now,
    provider: ctx.config.providerName,
    paymentId: event.paymentId,
    transactionId: event.transactionId,
    checkoutId: event.checkoutId,
    userId,
    amountCents: event.amountCents,
    type: item.kind,
    credits,
    reason,
    eventSubscriptionId: event.subscriptionId,
    eventAt: event.eventAt,
    planKey: plan?.key ?? null,
    subscriptionId: plan && (event.subscriptionId ?? event.paymentId),
    customerId: event.customerId,
    periodEnd: plan && (event.periodEnd ?? periodEndAfter(plan, event.eventAt)),
    scheduleId: schedule && createId(),
    creditsPerGrant: schedule?.creditsPerGrant ?? null,
    intervalMonths: schedule?.intervalMonths ?? null,
    grantsRemaining: schedule?.grantsRemaining ?? null,
    totalCreditsRemaining: schedule?.totalCreditsRemaining ?? null,
    nextGrantAt: schedule?.nextGrantAt ?? null,
  };
}
