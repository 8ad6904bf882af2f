import { describe, expect, test } from "vitest";
import { AppError } from "../errors";
import { EventFields } from "./event-fields";
import { readPaymentId, readSubscriptionId, readTransactionId } from "./event-payment";
import { parseProviderEvent } from "./provider-event";

describe("the payment's id", () => {
  test.each([
    ["the order's", { order: { id: "ord_1" }, last_transaction: { order: "ord_2" } }, "ord_1"],
    ["an unexpanded order", { order: "ord_1" }, "ord_1"],
    ["the last transaction's order", { last_transaction: { order: "ord_2" }, last_transaction_id: "tran_1" }, "ord_2"],
    ["the last transaction", { last_transaction_id: "tran_1", transaction: { order: "ord_3" } }, "tran_1"],
    ["the expanded last transaction", { last_transaction: { id: "tran_1" } }, "tran_1"],
    ["a disputed transaction's order", { transaction: { id: "tran_1", order: "ord_3" } }, "ord_3"],
    ["none, when only a blank is there", { order: { id: " " } }, null],
  ])("is %s", (_source, object, expected) => {
    expect(readPaymentId(EventFields.ofEvent(object))).toBe(expected);
  });

  test("is never guessed past one of the wrong type, which could grant twice", () => {
    const object = EventFields.ofEvent({ order: { id: 17 }, last_transaction_id: "tran_1" });
    expect(() => readPaymentId(object)).toThrow(new AppError("bad_request", "order.id must be a string"));
  });
});

test.each([
  ["the order's", { order: { transaction: "tran_1" }, last_transaction_id: "tran_2" }, "tran_1"],
  ["the order's expanded one", { order: { transaction: { id: "tran_1" } } }, "tran_1"],
  ["the last one", { last_transaction_id: "tran_2", last_transaction: { id: "tran_3" } }, "tran_2"],
  ["the expanded last one", { last_transaction: { id: "tran_3" } }, "tran_3"],
  ["none", { order: {} }, null],
])("the transaction is %s", (_source, object, expected) => {
  expect(readTransactionId(EventFields.ofEvent(object))).toBe(expected);
});

test.each([
  ["the order's", { order: { subscription_id: "sub_1" }, subscription: { id: "sub_2" } }, "sub_1"],
  ["the subscription object's", { subscription: { id: "sub_2" }, object: "subscription", id: "sub_3" }, "sub_2"],
  ["the unexpanded subscription", { subscription: "sub_2" }, "sub_2"],
  ["the object's own, where it is a subscription", { object: "subscription", id: "sub_3" }, "sub_3"],
  ["a refunded transaction's", { id: "ref_1", transaction: { subscription: "sub_4" } }, "sub_4"],
  ["not the object's own, where it is a checkout", { object: "checkout", id: "ch_1" }, null],
  ["not the object's own, where it does not say what it is", { id: "x_1" }, null],
])("the subscription is %s", (_source, object, expected) => {
  expect(readSubscriptionId(EventFields.ofEvent(object))).toBe(expected);
});

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
