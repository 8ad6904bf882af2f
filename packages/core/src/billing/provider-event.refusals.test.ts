import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../errors";
import { parseProviderEvent } from "./provider-event";

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
