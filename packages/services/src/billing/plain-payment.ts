import type { ProviderEvent } from "@app/core/billing/provider-event";
import { type Purchase, periodEndAfter, readPurchase } from "@app/core/billing/purchase";
import { purchaseGrant, scheduleAfterPurchase } from "@app/core/credits/grants";
import type { ServiceContext } from "../context";
import { createId } from "../platform/create-id";
import type { StoredEvent } from "./receive-webhook";
import { grantDetail } from "./record-purchase";

/** Everything a payment writes, decided: one row for the statement that writes it. What a pack or a monthly plan has none of is null. */
export type PlainPayment = NonNullable<ReturnType<typeof decidePlainPayment>>;

/**
 * Decides from an event alone what its payment writes.
 * @returns null where more has to be known first: the event names no payment, or not who bought what, or has to be compared with the
 *   subscription's other payments; and where nothing is granted
 * @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key
 */
export function decidePlainPayment(ctx: ServiceContext, { inboxId, event }: StoredEvent) {
  if (event.paymentId === null || event.metadata === null) return null;
  const purchase = readPurchase(event, event.metadata, ctx.config.productIds);
  if (!isPlain(event, purchase)) return null;
  const { userId, item } = purchase;
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
    orderId: event.orderId,
    holdsOrder: event.holdsOrder,
    checkoutId: event.checkoutId,
    userId,
    amountCents: event.amountCents,
    currency: event.currency,
    type: item.kind,
    credits,
    reason,
    attention: purchase.attention,
    detail: grantDetail(credits, purchase),
    periodStart: purchase.periodStart,
    eventSubscriptionId: purchase.subscriptionId,
    eventAt: event.eventAt,
    planKey: plan?.key ?? null,
    subscriptionId: plan && (purchase.subscriptionId ?? event.paymentId),
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

/** Two events of a subscription's payment know each other by order or transaction where each names both; else their periods are compared. */
function isPlain(event: ProviderEvent, purchase: Purchase): boolean {
  if (event.isTrialStart || event.unpaidStatus !== null || purchase.otherKeyInMetadata !== null) return false;
  return purchase.periodStart === null || (event.orderId !== null && event.transactionId !== null);
}
