import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../errors";
import { EventFields } from "./event-fields";
import { eventPurpose, parseProviderEvent, readPurchaseMetadata, statusSetBy } from "./provider-event";

test.each(["checkout.completed", "subscription.paid"])("%s grants and sets no status", (eventType) => {
  expect(eventPurpose(eventType)).toBe("purchase");
  expect(statusSetBy(eventType, "active")).toBeNull();
});

test.each(["active", "trialing", "canceled", "scheduled_cancel", "past_due", "unpaid", "expired", "paused"])(
  "subscription.%s sets that status, whatever its object says",
  (status) => {
    expect(eventPurpose(`subscription.${status}`)).toBe("subscription_status");
    expect(statusSetBy(`subscription.${status}`, "trialing")).toBe(status);
  },
);

test.each([
  ["past_due", "past_due"],
  ["cancelled", "canceled"],
  ["brand_new", null],
  [null, null],
])("subscription.update of an object at %s sets %s", (objectStatus, expected) => {
  expect(eventPurpose("subscription.update")).toBe("subscription_status");
  expect(statusSetBy("subscription.update", objectStatus)).toBe(expected);
});

test.each(["refund.created", "refund.updated", "dispute.created"])("%s is recorded and sets no status", (eventType) => {
  expect(eventPurpose(eventType)).toBe("money_back");
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

const METADATA = { userId: "user_1", key: "pack_200", kind: "one_time" };

test.each<[unknown, string]>([
  [null, "Request body must be a JSON object"],
  [[], "Request body must be a JSON object"],
  ["event", "Request body must be a JSON object"],
  [{}, "Missing metadata"],
  [{ eventType: "", object: { metadata: { userId: "u", key: "pack_200" } } }, "Missing metadata"],
  [{ object: { metadata: METADATA } }, "eventType must be a non-empty string"],
  [{ eventType: "", object: { metadata: METADATA } }, "eventType must be a non-empty string"],
  [{ eventType: 5 }, "eventType must be a string"],
  [{ id: 5, eventType: "x" }, "id must be a string"],
  [{ eventType: "x", object: "text" }, "object must be an object"],
  [{ eventType: "x", object: [] }, "object must be an object"],
  [{ eventType: "x", object: { order: 5 } }, "object.order must be an object"],
  [{ eventType: "x", object: { subscription: [] } }, "object.subscription must be an object"],
  [{ eventType: "x", object: { customer: { id: 5 } } }, "object.customer.id must be a string"],
])("%j is refused", (body, message) => {
  expect(() => parse(body)).toThrow(new AppError("bad_request", message));
});

test("an event without an object is read as one that says nothing", () => {
  expect(parse({ id: "evt_1", eventType: "checkout.completed" })).toMatchObject({
    metadata: null,
    paymentId: "evt_1",
  });
});

test("no event at all makes it fail otherwise than by a refusal", () => {
  const names = [
    "id",
    "eventType",
    "created_at",
    "object",
    "order",
    "subscription",
    "metadata",
    "amount",
    "last_transaction",
  ];
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, "", "sub_1", "subscription.paid", -1, 500, true),
      fc.string(),
      fc.array(tie("value"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom(...names), tie("value")),
    ),
  })).value;
  fc.assert(
    fc.property(values, values, (object, extra) => {
      for (const body of [extra, { eventType: "subscription.paid", object }, { id: extra, eventType: "x", object }]) {
        try {
          expect(parse(body).amountCents).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toMatchObject({ name: "AppError", code: "bad_request" });
        }
      }
    }),
    { numRuns: 500 },
  );
});

function parse(body: unknown) {
  return parseProviderEvent(body, new Date("2026-03-01T12:00:00.000Z"));
}

const PROVIDER_EVENT_METADATA = { userId: "user_1", key: "starter_yearly", kind: "subscription" };
const OTHER = { userId: "user_2", key: "pack_200", kind: "one_time" };

test.each([
  ["the object", { metadata: PROVIDER_EVENT_METADATA, subscription: { metadata: OTHER } }],
  [
    "its subscription",
    { metadata: {}, subscription: { metadata: PROVIDER_EVENT_METADATA }, checkout: { metadata: OTHER } },
  ],
  ["its checkout", { metadata: null, subscription: "sub_1", checkout: { metadata: PROVIDER_EVENT_METADATA } }],
])("metadata is read from %s", (_place, object) => {
  expect(read(object)).toEqual(PROVIDER_EVENT_METADATA);
});

test.each(["userId", "key", "kind"])("without %s there is none", (field) => {
  for (const bad of [undefined, null, "", " ", 5, {}, ["x"]]) {
    expect(read({ metadata: { ...PROVIDER_EVENT_METADATA, [field]: bad } })).toBeNull();
  }
});

test("halves of it in two places do not make a whole", () => {
  const object = { metadata: { userId: "user_1" }, subscription: { metadata: { key: "pack_200", kind: "one_time" } } };
  expect(read(object)).toBeNull();
});

test.each(["text", 5, [PROVIDER_EVENT_METADATA], null, undefined])("%j is none", (metadata) => {
  expect(read({ metadata })).toBeNull();
});

test("metadata is never read from a prototype", () => {
  const object: unknown = JSON.parse('{"metadata":{"__proto__":{"userId":"u","key":"pack_200","kind":"one_time"}}}');
  expect(read(object)).toBeNull();
});

test("no field but the three is kept", () => {
  expect(read({ metadata: { ...PROVIDER_EVENT_METADATA, credits: 1_000_000 } })).toEqual(PROVIDER_EVENT_METADATA);
});

test("metadata that the database could not store is refused by name", () => {
  expect(() => read({ metadata: { ...PROVIDER_EVENT_METADATA, userId: "user\0" } })).toThrow(
    "metadata.userId must not contain NUL characters",
  );
});

function read(object: unknown) {
  return readPurchaseMetadata(EventFields.ofEvent(object));
}
