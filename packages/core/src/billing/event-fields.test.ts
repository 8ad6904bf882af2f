import { describe, expect, test } from "vitest";
import { AppError } from "../errors";
import { EventFields, readPaymentId, readPaymentTerms, readSubscriptionId, readTransactionId } from "./event-fields";
import { parseProviderEvent } from "./provider-event";

test.each([undefined, null, "x", 5, true, []])("an event of %j is refused", (body) => {
  expect(() => EventFields.ofEvent(body)).toThrow(new AppError("bad_request", "Request body must be a JSON object"));
});

describe("text", () => {
  test.each([undefined, null, "", "  "])("%j reads as null", (value) => {
    expect(EventFields.ofEvent({ a: value }).text("a")).toBeNull();
  });

  test.each([
    [5, "o.a must be a string"],
    [{}, "o.a must be a string"],
    ["a\0", "o.a must not contain NUL characters"],
    ["\ud800", "o.a must be valid Unicode text"],
    ["x".repeat(256), "o.a must be at most 255 characters"],
  ])("%j is refused by its full name", (value, message) => {
    const fields = EventFields.ofEvent({ o: { a: value } }).fields("o");
    expect(() => fields.text("a")).toThrow(new AppError("bad_request", message));
  });

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "%s is not looked up in the prototype",
    (name) => {
      expect(EventFields.ofEvent({}).text(name)).toBeNull();
    },
  );
});

describe("objects", () => {
  test.each([undefined, null])("%s reads as an object without fields", (value) => {
    expect(EventFields.ofEvent({ o: value }).fields("o").text("a")).toBeNull();
  });

  test.each(["x", 5, [], true])("%j is refused", (value) => {
    expect(() => EventFields.ofEvent({ o: value }).fields("o")).toThrow("o must be an object");
  });

  test("a bare id stands for an object that has it", () => {
    expect(EventFields.ofEvent({ o: "id_1" }).reference("o").text("id")).toBe("id_1");
    expect(
      EventFields.ofEvent({ o: { id: "id_1" } })
        .reference("o")
        .text("id"),
    ).toBe("id_1");
    expect(EventFields.ofEvent({ o: " " }).reference("o").text("id")).toBeNull();
    expect(() => EventFields.ofEvent({ o: 5 }).reference("o")).toThrow("o must be an object");
  });
});

describe("amountCents", () => {
  test.each([0, 1, 2_147_483_647])("%i is an amount", (value) => {
    expect(EventFields.ofEvent({ a: value }).amountCents("a")).toBe(value);
  });

  test.each([-1, 1.5, 2_147_483_648, Number.NaN, "500", {}, true])("%j is refused", (value) => {
    expect(() => EventFields.ofEvent({ a: value }).amountCents("a")).toThrow(
      new AppError("bad_request", "a must be a whole number of cents from 0 to 2147483647"),
    );
  });
});

describe("date", () => {
  test.each([
    [1_772_265_324_184, 1_772_265_324_184],
    ["2026-01-02T03:04:05.000Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ])("%j is a date", (value, expected) => {
    expect(EventFields.ofEvent({ a: value }).date("a")?.getTime()).toBe(expected);
  });

  test.each([undefined, null, "", "soon", 0, -1, Number.NaN, 1e18, 253_500_000_000_000, {}, true])(
    "%j is none",
    (value) => {
      expect(EventFields.ofEvent({ a: value }).date("a")).toBeNull();
    },
  );
});

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
    isPaidNamed: true,
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

describe("payment terms", () => {
  const read = (object: object) => readPaymentTerms(EventFields.ofEvent(object));

  test.each([
    [{ order: { status: "pending" } }, "pending"],
    [{ order: { status: "paid", transaction: { status: "failed" } } }, "failed"],
    [{ last_transaction: { status: "declined" } }, "declined"],
    [{ order: { status: "paid" }, last_transaction: { status: "PAID" } }, null],
    [{ order: "ord_1" }, null],
  ])("of %j the unpaid status is %j", (object, status) => {
    expect(read(object).unpaidStatus).toBe(status);
  });

  test.each([
    [{ order: { currency: "EUR" } }, "eur"],
    [{ last_transaction: { currency: "GBP" } }, "gbp"],
    [{ product: { currency: "CAD" } }, "cad"],
    [{ order: { currency: "gold" } }, "usd"],
    [{}, "usd"],
  ])("of %j the currency is %j", (object, currency) => {
    expect(read(object).currency).toBe(currency);
  });

  const TAXED = { amount: 1_000, tax_amount: 210 };
  test.each([
    ["of an order that names what was paid", { order: { ...TAXED, amount_paid: 1_210 } }, 1_210, 210],
    ["on top of the amount", { order: TAXED, product: { tax_mode: "exclusive" } }, 1_210, 210],
    ["within the amount", { order: TAXED, product: { tax_mode: "inclusive" } }, 1_000, 210],
    ["of a renewal", { last_transaction: { ...TAXED, amount_paid: 1_210 } }, 1_210, 210],
    ["of nothing", { order: { amount: 500, tax_amount: 0, amount_paid: 500 } }, 500, 0],
    ["that is not named", { order: { amount: 500, amount_paid: 500 } }, null, null],
    ["above what was paid", { order: { ...TAXED, amount_paid: 100 } }, null, null],
    ["that is no amount", { order: { amount: 500, tax_amount: "a lot" } }, null, null],
    [
      "that takes the sum beyond any amount",
      { order: { amount: 2_147_483_647, tax_amount: 1 }, product: { tax_mode: "exclusive" } },
      null,
      null,
    ],
  ])("the tax %s", (_which, object, paidCents, taxCents) => {
    expect(read(object)).toMatchObject({ paidCents, taxCents });
  });

  test("a published payment of a subscription has its product's price for an amount", () => {
    expect(read({ last_transaction_id: "tran_1", product: { price: 1_000 } })).toMatchObject({
      amountCents: 1_000,
      isAmountNamed: false,
    });
  });

  test.each([
    [{ order: { amount: 0 }, subscription: { status: "trialing" } }, true],
    [{ status: "trialing" }, true],
    [{ order: { amount: 1 }, subscription: { status: "trialing" } }, false],
    [{ order: { amount: 0 }, subscription: { status: "active" } }, false],
  ])("%j starts a trial: %j", (object, isTrialStart) => {
    expect(read(object).isTrialStart).toBe(isTrialStart);
  });
});
