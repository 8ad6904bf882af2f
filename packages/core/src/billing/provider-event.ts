import { AppError } from "../errors";
import {
  EventFields,
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
} from "./event-fields";
import { findSubscriptionStatus, type SubscriptionStatus } from "./subscription-status";

/** A provider's event, independent of the shape that it arrived in. */
export interface ProviderEvent extends PaymentTerms {
  eventId: string | null;
  eventType: string;
  /** The provider's time of the event, or the time of receipt where it names none. */
  eventAt: Date;
  purpose: EventPurpose;
  /** Null unless user, key and kind are all there. */
  metadata: PurchaseMetadata | null;
  /** The same for every event that announces one payment. */
  paymentId: string | null;
  transactionId: string | null;
  orderId: string | null;
  /** Whether the object holds the order itself. The order's id then identifies the payment, whatever else the event says. */
  holdsOrder: boolean;
  /** The provider's id of the product that was bought. */
  productId: string | null;
  subscriptionId: string | null;
  /** The subscription id that the event mentions, also where the metadata names a pack, which has no subscription. */
  mentionedSubscriptionId: string | null;
  /** The status that a lifecycle event sets. Null for any other event. */
  subscriptionStatus: SubscriptionStatus | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** The provider's time of the payment. Null for the simple envelope, where different payments may have the same time. */
  paidAt: Date | null;
  /** The refund or dispute of such an event. Null for any other. */
  moneyBack: MoneyBack | null;
  customerId: string | null;
  /** The checkout that was paid, where the event is about one. */
  checkoutId: string | null;
}

/**
 * Reads both the simple envelope of the spec (everything in `object.order`) and the provider's own, whose subscription events carry no
 * order.
 * @throws AppError `bad_request` naming the field whose shape is wrong; "Missing metadata" where type and metadata are both missing
 */
export function parseProviderEvent(body: unknown, receivedAt: Date): ProviderEvent {
  const envelope = EventFields.ofEvent(body);
  const eventId = envelope.text("id");
  const eventType = envelope.text("eventType");
  const object = envelope.fields("object");
  const metadata = readPurchaseMetadata(object);
  // Missing metadata is reported first, even for an empty event.
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
    // A pack is bought once: a subscription that its purchase mentions belongs to another one.
    subscriptionId: purpose === "purchase" && metadata?.kind === "one_time" ? null : mentionedSubscriptionId,
    mentionedSubscriptionId,
    subscriptionStatus: statusSetBy(eventType, object.optionalText("status")),
    periodStart: readPeriodStart(object),
    periodEnd: readPeriodEnd(object),
    paidAt: readPaidAt(object) ?? (isProviderShape(object) ? envelope.date("created_at") : null),
    moneyBack: purpose === "money_back" ? readMoneyBack(eventType, object) : null,
    customerId: object.reference("customer").text("id") ?? object.reference("order").reference("customer").text("id"),
    checkoutId: object.optionalText("object") === "checkout" ? object.optionalText("id") : null,
  };
}

/** The provider's own events name the kind of their object, and those of a subscription hold no order. The simple envelope differs in both. */
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

/** What an event is about: a payment, a subscription's new status, a refund or dispute, or a type that is not supported. */
type EventPurpose = "purchase" | "subscription_status" | "money_back" | "unknown";

/** Events that say a payment was made. */
export const GRANT_EVENT_TYPES = ["checkout.completed", "subscription.paid"] as const;
const GRANT_EVENTS: ReadonlySet<string> = new Set(GRANT_EVENT_TYPES);
const MONEY_BACK_EVENT = /^(refund|dispute)\./;
const LIFECYCLE_EVENT_PREFIX = "subscription.";
/** The one lifecycle event whose object names the status it sets. */
const UPDATE_EVENT = "subscription.update";

export function eventPurpose(eventType: string): EventPurpose {
  if (GRANT_EVENTS.has(eventType)) return "purchase";
  if (eventType === UPDATE_EVENT || statusNamedBy(eventType)) return "subscription_status";
  return MONEY_BACK_EVENT.test(eventType) ? "money_back" : "unknown";
}

/** The status a lifecycle event sets. Null for any other event and for unknown statuses. */
export function statusSetBy(eventType: string, objectStatus: string | null): SubscriptionStatus | null {
  const updatedStatus = eventType === UPDATE_EVENT ? objectStatus : null;
  return statusNamedBy(eventType) ?? findSubscriptionStatus(updatedStatus ?? "") ?? null;
}

function statusNamedBy(eventType: string): SubscriptionStatus | undefined {
  if (!eventType.startsWith(LIFECYCLE_EVENT_PREFIX)) return undefined;
  return findSubscriptionStatus(eventType.slice(LIFECYCLE_EVENT_PREFIX.length));
}

/** Buyer and product, as the checkout was opened with. */
export interface PurchaseMetadata {
  userId: string;
  key: string;
  kind: string;
}

/**
 * The metadata of an event's object: its own, else its subscription's, else (in a refund) its checkout's. Null where none of them has all
 * three fields. Fields from two places are never combined.
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
