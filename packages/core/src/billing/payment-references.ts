import type { EventFields } from "./event-fields";

/**
 * The id of the payment an event's object announces. The first payment of a subscription is announced twice, by an
 * order and by a transaction that names the order: both give the order's id, so that it is granted once.
 */
export function readPaymentId(object: EventFields): string | null {
  return (
    readOrderId(object) ??
    object.reference("last_transaction").reference("order").text("id") ??
    readLastTransactionId(object) ??
    object.reference("transaction").reference("order").text("id")
  );
}

/** The order that the object itself holds. */
export function readOrderId(object: EventFields): string | null {
  return object.reference("order").text("id");
}

/** The order that was paid, named by the object itself or by its transaction. */
export function readAnyOrderId(object: EventFields): string | null {
  return (
    readOrderId(object) ??
    object.reference("last_transaction").reference("order").text("id") ??
    object.reference("transaction").reference("order").text("id")
  );
}

/** The provider's transaction behind the payment: a second key by which one payment is told from another. */
export function readTransactionId(object: EventFields): string | null {
  return object.reference("order").reference("transaction").text("id") ?? readLastTransactionId(object);
}

export function readSubscriptionId(object: EventFields): string | null {
  return (
    object.reference("order").text("subscription_id") ??
    object.reference("subscription").text("id") ??
    (object.text("object") === "subscription" ? object.text("id") : null) ??
    object.reference("transaction").reference("subscription").text("id")
  );
}

/** The product that was bought, as an object with an id or as the bare id. Read only where it is one of the two. */
export function readProductId(object: EventFields): string | null {
  for (const place of [object, object.reference("order"), object.reference("subscription")]) {
    const id = place.optionalText("product") ?? place.optionalFields("product").optionalText("id");
    if (id !== null) return id;
  }
  return null;
}

function readLastTransactionId(object: EventFields): string | null {
  return object.text("last_transaction_id") ?? object.reference("last_transaction").text("id");
}
