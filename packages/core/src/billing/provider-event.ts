import { AppError } from "../errors";
import { EventFields } from "./event-fields";
import {
  type MoneyBack,
  type PaymentTerms,
  readAnyOrderId,
  readMoneyBack,
  readOrderId,
  readPaymentId,
  readPaymentTerms,
  readProductId,
  readSubscriptionId,
  readTransactionId,
} from "./event-payment";
import { findSubscriptionStatus, type SubscriptionStatus } from "./subscription-status";

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

/** What an event asks for: credits, a subscription's new status, a note for administrators, or nothing known. */
type EventPurpose = "grant" | "lifecycle" | "record" | "unknown";

/** Events that say a payment was made. */
export const GRANT_EVENT_TYPES = ["checkout.completed", "subscription.paid"] as const;
const GRANT_EVENTS: ReadonlySet<string> = new Set(GRANT_EVENT_TYPES);
const RECORD_EVENT = /^(refund|dispute)\./;
const LIFECYCLE_EVENT_PREFIX = "subscription.";
/** The one lifecycle event that leaves it to its object to say which status it sets. */
const UPDATE_EVENT = "subscription.update";

export function eventPurpose(eventType: string): EventPurpose {
  if (GRANT_EVENTS.has(eventType)) return "grant";
  if (eventType === UPDATE_EVENT || statusNamedBy(eventType)) return "lifecycle";
  return RECORD_EVENT.test(eventType) ? "record" : "unknown";
}

/** The status a lifecycle event sets; null for any other event and for statuses not known. */
export function statusSetBy(eventType: string, objectStatus: string | null): SubscriptionStatus | null {
  const word = eventType === UPDATE_EVENT ? objectStatus : null;
  return statusNamedBy(eventType) ?? findSubscriptionStatus(word ?? "") ?? null;
}

function statusNamedBy(eventType: string): SubscriptionStatus | undefined {
  if (!eventType.startsWith(LIFECYCLE_EVENT_PREFIX)) return undefined;
  return findSubscriptionStatus(eventType.slice(LIFECYCLE_EVENT_PREFIX.length));
}

/** Who bought what, as the checkout was told it. */
export interface PurchaseMetadata {
  userId: string;
  key: string;
  kind: string;
}

/**
 * The metadata of an event's object: its own, else its subscription's, else (in a refund) its checkout's.
 * Null where none of them has all three; halves from two places are never put together.
 */
export function readPurchaseMetadata(object: EventFields): PurchaseMetadata | null {
  const places = [object, object.reference("subscription"), object.reference("checkout")];
  for (const place of places) {
    const metadata = completeMetadata(place.optionalFields("metadata"));
    if (metadata) return metadata;
  }
  return null;
}

function completeMetadata(fields: EventFields): PurchaseMetadata | null {
  const userId = fields.optionalText("userId");
  const key = fields.optionalText("key");
  const kind = fields.optionalText("kind");
  return userId !== null && key !== null && kind !== null ? { userId, key, kind } : null;
}
