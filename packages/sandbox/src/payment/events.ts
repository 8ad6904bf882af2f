import { type Checkout, newId, type PaymentRecords, type Subscription } from "./payment-state";
import {
  completedCheckoutObject,
  orderObject,
  subscriptionObject,
  transactionObject,
  type WireObject,
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

/** A checkout was paid. */
export function checkoutCompletedEvent(records: WithCheckout, at: Date): ProviderEvent {
  return envelope("checkout.completed", at, completedCheckoutObject(records.checkout, records));
}

/** `subscription.<type>`: the object is the subscription itself, with the status the type implies. */
export function subscriptionEvent(type: SubscriptionEventType, records: WithSubscription, at: Date): ProviderEvent {
  const object = subscriptionObject(records);
  const keepsStatus = type === "paid" || type === "update";
  return envelope(`subscription.${type}`, at, keepsStatus ? object : { ...object, status: type });
}

export function refundCreatedEvent(records: PaymentRecords, at: Date): ProviderEvent {
  return envelope("refund.created", at, {
    id: newId("ref"),
    object: "refund",
    status: "succeeded",
    refund_amount: records.transaction.amountCents,
    refund_currency: "USD",
    reason: "requested_by_customer",
    ...relatedObjects(records, "refunded"),
    created_at: at.getTime(),
    mode: "test",
  });
}

export function disputeCreatedEvent(records: PaymentRecords, at: Date): ProviderEvent {
  return envelope("dispute.created", at, {
    id: newId("disp"),
    object: "dispute",
    amount: records.transaction.amountCents,
    currency: "USD",
    ...relatedObjects(records, "chargeback"),
    created_at: at.getTime(),
    mode: "test",
  });
}

function relatedObjects(records: PaymentRecords, status: "refunded" | "chargeback"): WireObject {
  const { checkout, subscription } = records;
  return {
    transaction: { ...transactionObject(records.transaction), status },
    order: orderObject(records),
    ...(checkout && {
      checkout: { id: checkout.id, object: "checkout", status: checkout.status, metadata: checkout.metadata },
    }),
    ...(subscription && { subscription: subscriptionObject({ ...records, subscription }) }),
  };
}

function envelope(eventType: string, at: Date, object: WireObject): ProviderEvent {
  return { id: newId("evt"), eventType, created_at: at.getTime(), object };
}
