import {
  type Checkout,
  type EventShape,
  newId,
  type PaymentRecords,
  type Subscription,
  type Transaction,
} from "./payment-state";
import {
  checkoutObject,
  completedCheckoutObject,
  customerObject,
  nestedSubscriptionObject,
  orderObject,
  subscriptionObject,
  transactionObject,
  type WireObject,
  withTax,
} from "./wire-objects";

/** The envelope of every webhook. `created_at` is in milliseconds. */
export interface ProviderEvent {
  id: string;
  eventType: string;
  created_at: number;
  object: WireObject;
}

export const SUBSCRIPTION_EVENT_TYPES = [
  "paid",
  "active",
  "trialing",
  "canceled",
  "scheduled_cancel",
  "past_due",
  "unpaid",
  "expired",
  "paused",
  "update",
] as const;
export type SubscriptionEventType = (typeof SUBSCRIPTION_EVENT_TYPES)[number];

type WithCheckout = PaymentRecords & { checkout: Checkout };
type WithSubscription = PaymentRecords & { subscription: Subscription };

/** Events that do not change a subscription's status. The provider has no status `expired`. */
const KEEPS_STATUS: ReadonlySet<SubscriptionEventType> = new Set(["paid", "update", "expired"]);

/** Fields that are missing in the published examples of these events. */
const PUBLISHED_WITHOUT: Partial<Record<SubscriptionEventType, readonly string[]>> = {
  active: [
    "last_transaction_id",
    "last_transaction_date",
    "next_transaction_date",
    "current_period_start_date",
    "current_period_end_date",
    "items",
  ],
  paid: ["items"],
  update: ["last_transaction_id", "last_transaction_date", "next_transaction_date"],
};

/** `checkout.completed`: a checkout was paid. */
export function checkoutCompletedEvent(records: WithCheckout, at: Date, shape: EventShape = "current"): ProviderEvent {
  const object = completedCheckoutObject(records.checkout, records, shape);
  if (shape === "published") delete object["units"];
  return envelope("checkout.completed", at, object);
}

/** `subscription.<type>`: its object is the subscription, with the status that the type implies. */
export function subscriptionEvent(
  type: SubscriptionEventType,
  records: WithSubscription,
  at: Date,
  shape: EventShape = "current",
): ProviderEvent {
  const object = subscriptionObject(records, shape);
  if (shape === "published") for (const name of PUBLISHED_WITHOUT[type] ?? []) delete object[name];
  return envelope(`subscription.${type}`, at, KEEPS_STATUS.has(type) ? object : { ...object, status: type });
}

/** The transaction after a full or partial refund. */
export function refundTransaction(transaction: Transaction, refundCents: number): Transaction {
  const refundedCents = transaction.refundedCents + refundCents;
  return {
    ...transaction,
    refundedCents,
    status: refundedCents < transaction.amountCents ? "partialRefund" : "refunded",
  };
}

/** `refund.created`: a refund of `refundCents`, or of the remaining amount. `records` are from before the refund. */
export function refundCreatedEvent(
  records: PaymentRecords,
  at: Date,
  { refundCents, shape = "current" }: { refundCents?: number; shape?: EventShape } = {},
): ProviderEvent {
  const { transaction } = records;
  const amountCents = refundCents ?? transaction.amountCents - transaction.refundedCents;
  return envelope("refund.created", at, {
    id: newId("ref"),
    object: "refund",
    status: "succeeded",
    refund_amount: withTax(amountCents, shape),
    refund_currency: transaction.currency,
    reason: "requested_by_customer",
    ...relatedObjects(records, refundTransaction(transaction, amountCents), shape),
    created_at: at.getTime(),
    mode: "test",
  });
}

/** `dispute.created`: the buyer's bank took the money back. The provider sends no event for a dispute's end. */
export function disputeCreatedEvent(records: PaymentRecords, at: Date, shape: EventShape = "current"): ProviderEvent {
  const transaction = disputeTransaction(records.transaction);
  return envelope("dispute.created", at, {
    id: newId("disp"),
    object: "dispute",
    amount: withTax(transaction.amountCents, shape),
    currency: transaction.currency,
    ...relatedObjects(records, transaction, shape),
    created_at: at.getTime(),
    mode: "test",
  });
}

/** The transaction after a dispute. */
export function disputeTransaction(transaction: Transaction): Transaction {
  return { ...transaction, status: "chargedBack", refundedCents: transaction.amountCents };
}

function relatedObjects(records: PaymentRecords, transaction: Transaction, shape: EventShape): WireObject {
  const { checkout, subscription } = records;
  return {
    transaction: transactionObject(transaction, shape),
    order: orderObject(records.order, shape),
    ...(checkout && { checkout: checkoutObject(checkout) }),
    ...(subscription && { subscription: nestedSubscriptionObject(subscription) }),
    customer: customerObject(records.customer),
  };
}

function envelope(eventType: string, at: Date, object: WireObject): ProviderEvent {
  return { id: newId("evt"), eventType, created_at: at.getTime(), object };
}
