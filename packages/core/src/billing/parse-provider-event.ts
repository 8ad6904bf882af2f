import { AppError } from "../errors";
import { EventFields } from "./event-fields";
import { type EventPurpose, eventPurpose, statusSetBy } from "./event-purpose";
import { type MoneyBack, readMoneyBack } from "./money-back";
import {
  readAnyOrderId,
  readOrderId,
  readPaymentId,
  readProductId,
  readSubscriptionId,
  readTransactionId,
} from "./payment-references";
import { type PaymentTerms, readPaymentTerms } from "./payment-terms";
import { type PurchaseMetadata, readPurchaseMetadata } from "./purchase-metadata";
import type { SubscriptionStatus } from "./subscription-status";

/** A provider's event in our words, whichever of its shapes it came in. */
export interface ProviderEvent extends PaymentTerms {
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
  orderId: string | null;
  /** Whether the object holds the order itself: its id then decides which payment this is, whatever else the event says. */
  holdsOrder: boolean;
  /** What was bought, by the provider's id. */
  productId: string | null;
  subscriptionId: string | null;
  /** The same where the metadata speaks of a pack, which has no subscription. */
  mentionedSubscriptionId: string | null;
  /** The status a lifecycle event sets; null for any other event. */
  subscriptionStatus: SubscriptionStatus | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The provider's time of the payment; null for the simple envelope, whose events may lie as close together as they like. */
  paidAt: Date | null;
  /** What a refund or dispute event says; null for any other. */
  moneyBack: MoneyBack | null;
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
  const metadata = readPurchaseMetadata(object);
  // Missing metadata is what an event is told of first, even one that says nothing at all.
  if (eventType === null)
    throw new AppError("bad_request", metadata ? "eventType must be a non-empty string" : "Missing metadata");
  const purpose = eventPurpose(eventType);
  const mentionedSubscriptionId = readSubscriptionId(object);
  return {
    eventId,
    eventType,
    eventAt: envelope.date("created_at") ?? receivedAt,
    purpose,
    metadata,
    paymentId: readPaymentId(object) ?? eventId,
    transactionId: readTransactionId(object),
    orderId: readAnyOrderId(object),
    holdsOrder: readOrderId(object) !== null,
    productId: readProductId(object),
    ...readPaymentTerms(object),
    // A pack is bought once: a subscription that its event mentions is not of this purchase.
    subscriptionId: metadata?.kind === "one_time" ? null : mentionedSubscriptionId,
    mentionedSubscriptionId,
    subscriptionStatus: statusSetBy(eventType, object.optionalText("status")),
    periodStart: readPeriodStart(object),
    periodEnd: readPeriodEnd(object),
    paidAt: readPaidAt(object) ?? (isProviderShape(object) ? envelope.date("created_at") : null),
    moneyBack: purpose === "record" ? readMoneyBack(eventType, object) : null,
    customerId: object.reference("customer").text("id") ?? object.reference("order").reference("customer").text("id"),
    checkoutId: object.optionalText("object") === "checkout" ? object.optionalText("id") : null,
  };
}

/** The provider's own events say what their object is, and a subscription's hold no order. The simple envelope does neither. */
function isProviderShape(object: EventFields): boolean {
  const name = object.optionalText("object");
  return name === "checkout" || (name === "subscription" && readOrderId(object) === null);
}

function readPaidAt(object: EventFields): Date | null {
  return isProviderShape(object) ? object.reference("order").date("created_at") : null;
}

function readPeriodStart(object: EventFields): Date | null {
  return (
    object.reference("last_transaction").date("period_start") ??
    object.date("current_period_start_date") ??
    object.reference("subscription").date("current_period_start_date")
  );
}

function readPeriodEnd(object: EventFields): Date | null {
  return (
    object.reference("subscription").date("current_period_end_date") ??
    object.date("current_period_end_date") ??
    object.reference("last_transaction").date("period_end")
  );
}
