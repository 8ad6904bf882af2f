import { expect, test } from "vitest";
import { parseProviderEvent } from "./parse-provider-event";

const read = (eventType: string, object: object) =>
  parseProviderEvent({ id: "evt_1", eventType, object }, new Date()).moneyBack;

test("a refund names its payment by order and transaction", () => {
  const object = { refund_amount: 1_210, transaction: { id: "tran_1", order: "ord_1", amount_paid: 1_210 } };
  expect(read("refund.created", object)).toEqual({
    orderId: "ord_1",
    transactionId: "tran_1",
    state: "refunded",
    amountCents: 1_210,
  });
});

test.each<[string, object]>([
  ["refunded", { status: "succeeded", refund_amount: 5, transaction: { status: "refunded", amount_paid: 1_000 } }],
  ["refunded", { refund_amount: 1_000, order: { id: "ord_1", amount: 1_000 } }],
  ["refunded", { refund_amount: 500, transaction: { amount_paid: 1_000, refunded_amount: 1_000 } }],
  ["partly_refunded", { refund_amount: 1_000, transaction: { amount: 1_000, amount_paid: 1_210 } }],
  ["partly_refunded", { refund_amount: 1_000 }],
  ["pending", { status: "pending", refund_amount: 1_000, order: { id: "ord_1", amount: 1_000 } }],
  ["pending", { status: "failed", transaction: { status: "refunded" } }],
])("is %s: %j", (state, object) => {
  expect(read("refund.created", object)).toMatchObject({ state });
});

test.each([
  ["dispute.created", {}, "disputed"],
  ["dispute.updated", { status: "lost" }, "disputed"],
  ["dispute.closed", { status: "won" }, "dispute_won"],
  ["dispute.won", {}, "dispute_won"],
])("%s of %j is %s", (eventType, object, state) => {
  expect(read(eventType, { amount: 1_331, ...object })).toMatchObject({ state, amountCents: 1_331 });
});

test("no other event says anything of the kind", () => {
  expect(read("subscription.paid", { refund_amount: 5 })).toBeNull();
});
