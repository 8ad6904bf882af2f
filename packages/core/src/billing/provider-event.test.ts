import { describe, expect, test } from "vitest";
import { parseProviderEvent } from "./provider-event";

const RECEIVED_AT = new Date("2026-03-01T12:00:00.000Z");
const METADATA = { userId: "user_1", key: "starter_yearly", kind: "subscription" };
const PACK_METADATA = { userId: "user_1", key: "pack_200", kind: "one_time" };

const SIMPLE_CHECKOUT = {
  id: "evt_1",
  eventType: "checkout.completed",
  object: { metadata: METADATA, order: { id: "ord_1", amount: 29_000, currency: "usd", subscription_id: "sub_1" } },
};

const REAL_CHECKOUT = {
  id: "evt_1",
  eventType: "checkout.completed",
  created_at: 1_772_265_325_000,
  object: {
    id: "ch_1",
    object: "checkout",
    order: {
      object: "order",
      id: "ord_1",
      customer: "cust_1",
      product: "prod_1",
      amount: 29_000,
      currency: "USD",
      amount_paid: 29_000,
      status: "paid",
      type: "recurring",
      transaction: "tran_1",
    },
    product: { id: "prod_1", price: 29_000, billing_type: "recurring" },
    customer: { id: "cust_1", email: "a@b.example" },
    subscription: {
      id: "sub_1",
      status: "active",
      current_period_end_date: "2027-02-28T08:00:00.000Z",
      canceled_at: null,
      metadata: {},
    },
    status: "completed",
    metadata: METADATA,
  },
};

const REAL_PAID = {
  id: "evt_2",
  eventType: "subscription.paid",
  created_at: 1_772_265_326_000,
  object: {
    id: "sub_1",
    object: "subscription",
    product: { id: "prod_1" },
    customer: { id: "cust_1" },
    status: "active",
    last_transaction_id: "tran_1",
    last_transaction: {
      id: "tran_1",
      amount: 29_000,
      amount_paid: 29_000,
      currency: "USD",
      status: "paid",
      order: "ord_1",
      subscription: "sub_1",
      period_start: 1_772_265_324_184,
      period_end: 1_803_801_324_184,
    },
    current_period_end_date: "2027-02-28T07:55:24.184Z",
    canceled_at: null,
    metadata: METADATA,
  },
};

describe("the shapes it comes in", () => {
  test("the simple envelope", () => {
    expect(parse(SIMPLE_CHECKOUT)).toEqual({
      eventId: "evt_1",
      eventType: "checkout.completed",
      eventAt: RECEIVED_AT,
      purpose: "purchase",
      metadata: METADATA,
      paymentId: "ord_1",
      transactionId: null,
      orderId: "ord_1",
      holdsOrder: true,
      productId: null,
      amountCents: 29_000,
      isAmountNamed: true,
      paidCents: null,
      taxCents: null,
      currency: "usd",
      unpaidStatus: null,
      isTrialStart: false,
      subscriptionId: "sub_1",
      mentionedSubscriptionId: "sub_1",
      subscriptionStatus: null,
      periodStart: null,
      periodEnd: null,
      paidAt: null,
      moneyBack: null,
      customerId: null,
      checkoutId: null,
    });
  });

  test("the provider's completed checkout", () => {
    expect(parse(REAL_CHECKOUT)).toEqual({
      eventId: "evt_1",
      eventType: "checkout.completed",
      eventAt: new Date(1_772_265_325_000),
      purpose: "purchase",
      metadata: METADATA,
      paymentId: "ord_1",
      transactionId: "tran_1",
      orderId: "ord_1",
      holdsOrder: true,
      productId: "prod_1",
      amountCents: 29_000,
      isAmountNamed: true,
      paidCents: null,
      taxCents: null,
      currency: "usd",
      unpaidStatus: null,
      isTrialStart: false,
      subscriptionId: "sub_1",
      mentionedSubscriptionId: "sub_1",
      subscriptionStatus: null,
      periodStart: null,
      periodEnd: new Date("2027-02-28T08:00:00.000Z"),
      paidAt: new Date(1_772_265_325_000),
      moneyBack: null,
      customerId: "cust_1",
      checkoutId: "ch_1",
    });
  });

  test("the provider's paid subscription, which carries no order", () => {
    expect(parse(REAL_PAID)).toEqual({
      eventId: "evt_2",
      eventType: "subscription.paid",
      eventAt: new Date(1_772_265_326_000),
      purpose: "purchase",
      metadata: METADATA,
      paymentId: "ord_1",
      transactionId: "tran_1",
      orderId: "ord_1",
      holdsOrder: false,
      productId: "prod_1",
      amountCents: 29_000,
      isAmountNamed: true,
      paidCents: null,
      taxCents: null,
      currency: "usd",
      unpaidStatus: null,
      isTrialStart: false,
      subscriptionId: "sub_1",
      mentionedSubscriptionId: "sub_1",
      subscriptionStatus: null,
      periodStart: new Date(1_772_265_324_184),
      periodEnd: new Date("2027-02-28T07:55:24.184Z"),
      paidAt: new Date(1_772_265_326_000),
      moneyBack: null,
      customerId: "cust_1",
      checkoutId: null,
    });
  });

  test("both events of a first payment name the same payment, transaction and subscription", () => {
    const [checkout, paid] = [parse(REAL_CHECKOUT), parse(REAL_PAID)];
    expect(paid.paymentId).toBe(checkout.paymentId);
    expect(paid.transactionId).toBe(checkout.transactionId);
    expect(paid.subscriptionId).toBe(checkout.subscriptionId);
  });

  test("a refund, whose metadata is the checkout's", () => {
    const refund = parse({
      id: "evt_3",
      eventType: "refund.created",
      object: {
        id: "ref_1",
        status: "succeeded",
        refund_amount: 1_210,
        transaction: { id: "tran_1", order: "ord_1", subscription: "sub_1" },
        checkout: { metadata: METADATA },
        order: { id: "ord_1" },
      },
    });
    expect(refund).toMatchObject({
      purpose: "money_back",
      metadata: METADATA,
      paymentId: "ord_1",
      subscriptionId: "sub_1",
      subscriptionStatus: null,
    });
  });

  test("a dispute, which names its order only through the transaction", () => {
    const object = { id: "disp_1", amount: 1_331, transaction: { status: "chargeback", order: "ord_1" } };
    expect(parse({ id: "evt_4", eventType: "dispute.created", object })).toMatchObject({
      purpose: "money_back",
      metadata: null,
      paymentId: "ord_1",
      amountCents: 0,
    });
  });
});

test.each([
  ["subscription.canceled", "active", "canceled"],
  ["subscription.update", "past_due", "past_due"],
])("%s of an object at %s sets %s", (eventType, status, expected) => {
  expect(parse({ eventType, object: { status } })).toMatchObject({
    purpose: "subscription_status",
    subscriptionStatus: expected,
  });
});

test("a cancellation counts for its subscription, also where the metadata names the pack", () => {
  const metadata = { ...METADATA, key: "pack_200", kind: "one_time" };
  const object = { id: "sub_1", object: "subscription", status: "canceled", metadata };
  expect(parse({ eventType: "subscription.canceled", object })).toMatchObject({ subscriptionId: "sub_1" });
});

test("a payment is not refused for a status of the wrong type, which it does not use", () => {
  expect(parse({ eventType: "checkout.completed", object: { status: {} } }).purpose).toBe("purchase");
});

test("an event of an unknown type is read too", () => {
  const event = parse({ id: "evt_1", eventType: "payment.settled", object: { metadata: METADATA, status: "active" } });
  expect(event).toMatchObject({ purpose: "unknown", metadata: METADATA, subscriptionStatus: null });
});

describe("ids", () => {
  test.each([
    ["what the object names", { id: "evt_1", object: { order: { id: "ord_1" } } }, "ord_1"],
    ["the event's id", { id: "evt_1", object: {} }, "evt_1"],
    ["null when nothing names one", { object: {} }, null],
  ])("the payment's is %s", (_source, event, expected) => {
    expect(parse({ eventType: "subscription.paid", ...event }).paymentId).toBe(expected);
  });

  test("a pack has no subscription's, whatever the event mentions", () => {
    const object = { metadata: PACK_METADATA, order: { id: "ord_1", subscription_id: "sub_1" }, subscription: "sub_1" };
    expect(parse({ eventType: "checkout.completed", object }).subscriptionId).toBeNull();
  });

  test.each([{ customer: "cust_1" }, { customer: { id: "cust_1" } }, { order: { customer: "cust_1" } }])(
    "the customer's is read from %j",
    (object) => {
      expect(parse({ eventType: "subscription.paid", object }).customerId).toBe("cust_1");
    },
  );
});

describe("the amount", () => {
  test.each([
    [{ order: { amount: 500 }, last_transaction: { amount: 600 } }, 500],
    [{ order: { amount: 0 }, last_transaction: { amount: 600 } }, 0],
    [{ last_transaction: { amount: 600 } }, 600],
    [{ order: {} }, 0],
    [{}, 0],
  ])("of %j is %i cents", (object, expected) => {
    expect(parse({ eventType: "checkout.completed", object }).amountCents).toBe(expected);
  });

  test.each([-1, 1.5, "500", 2_147_483_648])("%j is refused by name", (amount) => {
    expect(() => parse({ eventType: "checkout.completed", object: { order: { amount } } })).toThrow(
      "object.order.amount must be a whole number of cents",
    );
    expect(() => parse({ eventType: "subscription.paid", object: { last_transaction: { amount } } })).toThrow(
      "object.last_transaction.amount must be a whole number of cents",
    );
  });
});

describe("dates", () => {
  const LATER = "2027-01-01T00:00:00.000Z";

  test.each([
    ["the subscription's", { subscription: { current_period_end_date: LATER }, current_period_end_date: "2028-01-01" }],
    ["the object's own", { current_period_end_date: LATER, last_transaction: { period_end: 1 } }],
    ["the last transaction's", { last_transaction: { period_end: Date.parse(LATER) } }],
    [
      "the next that can be read",
      {
        subscription: { current_period_end_date: "soon" },
        current_period_end_date: {},
        last_transaction: { period_end: Date.parse(LATER) },
      },
    ],
  ])("the period ends at %s date", (_source, object) => {
    expect(parse({ eventType: "subscription.paid", object }).periodEnd).toEqual(new Date(LATER));
  });

  test("no date that can be read leaves the period's end open", () => {
    const object = { current_period_end_date: "soon", last_transaction: { period_end: "later" } };
    expect(parse({ eventType: "subscription.paid", object }).periodEnd).toBeNull();
  });

  test.each([undefined, null, "soon", -5, 1e300])("an event of time %j happened when it was received", (created_at) => {
    expect(parse({ eventType: "subscription.active", created_at, object: {} }).eventAt).toEqual(RECEIVED_AT);
  });
});

function parse(body: unknown) {
  return parseProviderEvent(body, RECEIVED_AT);
}
