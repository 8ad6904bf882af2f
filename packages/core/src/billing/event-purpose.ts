import { findSubscriptionStatus, type SubscriptionStatus } from "./subscription-status";

/** What an event asks for: credits, a subscription's new status, a note for administrators, or nothing known. */
export type EventPurpose = "grant" | "lifecycle" | "record" | "unknown";

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
