import type { EventFields } from "./event-fields";

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
