import { expect, test } from "vitest";
import { eventPurpose, statusSetBy } from "./provider-event";

test.each(["checkout.completed", "subscription.paid"])("%s grants and sets no status", (eventType) => {
  expect(eventPurpose(eventType)).toBe("grant");
  expect(statusSetBy(eventType, "active")).toBeNull();
});

test.each(["active", "trialing", "canceled", "scheduled_cancel", "past_due", "unpaid", "expired", "paused"])(
  "subscription.%s sets that status, whatever its object says",
  (status) => {
    expect(eventPurpose(`subscription.${status}`)).toBe("lifecycle");
    expect(statusSetBy(`subscription.${status}`, "trialing")).toBe(status);
  },
);

test.each([
  ["past_due", "past_due"],
  ["cancelled", "canceled"],
  ["brand_new", null],
  [null, null],
])("subscription.update of an object at %s sets %s", (objectStatus, expected) => {
  expect(eventPurpose("subscription.update")).toBe("lifecycle");
  expect(statusSetBy("subscription.update", objectStatus)).toBe(expected);
});

test.each(["refund.created", "refund.updated", "dispute.created"])("%s is recorded and sets no status", (eventType) => {
  expect(eventPurpose(eventType)).toBe("record");
  expect(statusSetBy(eventType, "active")).toBeNull();
});

test.each([
  "payment.settled",
  "entitlements.active",
  "subscription.renamed",
  "subscription.__proto__",
  "subscription.",
  "subscription",
  "refund",
  "checkout.completed.v2",
  "CHECKOUT.COMPLETED",
  "constructor",
  "__proto__",
  "active",
])("%s is unknown and sets no status", (eventType) => {
  expect(eventPurpose(eventType)).toBe("unknown");
  expect(statusSetBy(eventType, "active")).toBeNull();
});
