import { AppError } from "../errors";
import { EventFields } from "./event-fields";
import { type EventPurpose, eventPurpose, statusSetBy } from "./event-purpose";
import { readPaymentId, readSubscriptionId, readTransactionId } from "./payment-references";
import { type PurchaseMetadata, readPurchaseMetadata } from "./purchase-metadata";
import type { SubscriptionStatus } from "./subscription-status";

/** A provider's event in our words, whichever of its shapes it came in. */
export interface ProviderEvent {
  eventId: string | null;
  eventType: string;
  /** The provider's time of the event; the time of receipt where it names none. */
  eventAt: Date;
  purpose: EventPurpose;
  /** Null unless all three are there. */
  metadata: PurchaseMetadata | null;
  /** The same for every event that announces one payment. */
  paymentId: string | null;
  transactionId: string | null;
  amountCents: number;
  subscriptionId: string | null;
  /** The status a lifecycle event sets; null for any other event. */
  subscriptionStatus: SubscriptionStatus | null;
  periodEnd: Date | null;
  customerId: string | null;
  /** The checkout that was paid, where the event is about one. */
  checkoutId: string | null;
}

/**
 * Reads both the simple envelope (everything in `object.order`) and the provider's own, where a subscription's
 * events carry no order at all.
 * @throws AppError `bad_request` naming the field whose shape is wrong; "Missing metadata" where type and metadata are both missing
 */
export function parseProviderEvent(body: unknown, receivedAt: Date): ProviderEvent {
  const envelope = EventFields.ofEvent(body);
  const eventId = envelope.text("id");
  const eventType = envelope.text("eventType");
  const object = envelope.fields("object");
  const order = object.reference("order");
  const lastTransaction = object.reference("last_transaction");
  const metadata = readPurchaseMetadata(object);
  // Missing metadata is what an event is told of first, even one that says nothing at all.
  if (eventType === null)
    throw new AppError("bad_request", metadata ? "eventType must be a non-empty string" : "Missing metadata");
  return {
    eventId,
    eventType,
    eventAt: envelope.date("created_at") ?? receivedAt,
    purpose: eventPurpose(eventType),
    metadata,
    paymentId: readPaymentId(object) ?? eventId,
    transactionId: readTransactionId(object),
    amountCents: order.amountCents("amount") ?? lastTransaction.amountCents("amount") ?? 0,
    // A pack is bought once: whatever subscription the event mentions is not of this purchase.
    subscriptionId: metadata?.kind === "one_time" ? null : readSubscriptionId(object),
    subscriptionStatus: statusSetBy(eventType, object.optionalText("status")),
    periodEnd: readPeriodEnd(object),
    customerId: object.reference("customer").text("id") ?? order.reference("customer").text("id"),
    checkoutId: object.optionalText("object") === "checkout" ? object.optionalText("id") : null,
  };
}

function readPeriodEnd(object: EventFields): Date | null {
  return (
    object.reference("subscription").date("current_period_end_date") ??
    object.date("current_period_end_date") ??
    object.reference("last_transaction").date("period_end")
  );
}
