import { describe, expect, test } from "vitest";
import { CATALOGUE, CATALOGUE_KEYS, type CatalogueKey } from "./catalogue";
import { parseProviderEvent } from "./provider-event";
import { decidePurchase, type PurchaseState, type RecordedPayment } from "./purchase";

const PRODUCTS = Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, `prod_${key}`])) as Record<CatalogueKey, string>;
const AT = new Date("2026-03-10T12:00:00.000Z");
const NO_STATE: PurchaseState = { subscription: null, buyers: new Map([["u", { isDeleted: false }]]), recorded: [] };

interface Fields {
  key?: string;
  order?: object;
  eventType?: string;
  object?: object;
}

function eventOf({ key = "pack_200", order, eventType = "checkout.completed", object = {} }: Fields) {
  const metadata = { userId: "u", key, kind: key === "pack_200" ? "one_time" : "subscription" };
  return parseProviderEvent(
    { id: "evt_1", eventType, object: { metadata, ...(order ? { order } : {}), ...object } },
    AT,
  );
}

const decide = (fields: Fields, state: Partial<PurchaseState> = {}) =>
  decidePurchase(eventOf(fields), { ...NO_STATE, ...state }, PRODUCTS).decision;
const recorded = (payment: Partial<RecordedPayment>): RecordedPayment => ({
  ...{
    id: "p",
    subscriptionId: null,
    orderId: null,
    transactionId: null,
    periodStart: null,
    planKey: null,
    taxCents: null,
  },
  ...payment,
});

describe("a payment that is not recorded", () => {
  test.each(CATALOGUE)("of $key is granted, under its order", (item) => {
    const decision = decide({ key: item.key, order: { id: "ord_1", subscription_id: "sub_1" } });
    expect(decision).toMatchObject({ kind: "grant", paymentId: "ord_1" });
    const isPlan = item.kind === "subscription";
    expect(decision).toMatchObject({
      reason: isPlan ? "subscription_cycle" : "one_time_pack",
      subscription: isPlan ? { id: "sub_1", plan: item, status: "active" } : null,
    });
  });

  test("without a subscription's id gives the subscription the payment's", () => {
    const decision = decide({ key: "starter_monthly", order: { id: "ord_1" } });
    expect(decision).toMatchObject({ subscription: { id: "ord_1", periodEnd: new Date("2026-04-10T12:00:00.000Z") } });
  });

  test("is recorded under its transaction where that only names the first payment's order", () => {
    const object = { last_transaction: { id: "tran_2", order: "ord_1" } };
    const first = recorded({ id: "ord_1", orderId: "ord_1", transactionId: "tran_1" });
    const renewal = { key: "starter_monthly", eventType: "subscription.paid", object };
    expect(decide(renewal, { recorded: [first] })).toMatchObject({ kind: "grant", paymentId: "tran_2" });
    const second = recorded({ id: "tran_2", orderId: "ord_1", transactionId: "tran_2" });
    expect(decide(renewal, { recorded: [second, first] })).toEqual({ kind: "duplicate", payment: second });
  });

  test("is not mistaken for another subscription's payment of the same period", () => {
    const periodStart = AT;
    const other = recorded({ subscriptionId: "sub_2", transactionId: "tran_2", periodStart });
    const order = { id: "ord_1", subscription_id: "sub_1" };
    const object = { object: "checkout", subscription: { id: "sub_1", current_period_start_date: AT.toISOString() } };
    const fields = { key: "starter_monthly", order, object };
    expect(decide(fields, { recorded: [other] })).toMatchObject({ kind: "grant" });
    const same = recorded({ subscriptionId: "sub_1", transactionId: "tran_1", periodStart });
    expect(decide(fields, { recorded: [other, same] })).toEqual({ kind: "duplicate", payment: same });
  });
});

describe("a duplicate", () => {
  test.each<[string, Fields, Partial<RecordedPayment>]>([
    ["by its order", { order: { id: "ord_1" } }, { id: "ord_1", orderId: "ord_1" }],
    ["by its transaction", { order: { id: "ord_1", transaction: "tran_1" } }, { transactionId: "tran_1" }],
    ["by the event's own id", {}, { id: "evt_1" }],
  ])("is recognised %s", (_how, fields, payment) => {
    const row = recorded(payment);
    expect(decide(fields, { recorded: [row] })).toEqual({ kind: "duplicate", payment: row });
  });

  test("is also an order whose id is taken by a payment that says nothing of its order", () => {
    expect(decide({ order: { id: "ord_1" } }, { recorded: [recorded({ id: "ord_1" })] })).toEqual({
      kind: "duplicate",
      payment: null,
    });
  });

  test("of a transaction counts before that of a period", () => {
    const byPeriod = recorded({ id: "a", subscriptionId: "sub_1", periodStart: AT });
    const byTransaction = recorded({ id: "b", subscriptionId: "sub_1", transactionId: "tran_1" });
    const object = {
      object: "subscription",
      id: "sub_1",
      last_transaction_id: "tran_1",
      current_period_start_date: AT.toISOString(),
    };
    const fields = { key: "starter_monthly", eventType: "subscription.paid", object };
    expect(decide(fields, { recorded: [byPeriod, byTransaction] })).toEqual({
      kind: "duplicate",
      payment: byTransaction,
    });
  });
});

test("an order that is called anything but paid grants nothing", () => {
  expect(decide({ order: { id: "ord_1", status: "pending" } })).toEqual({ kind: "unpaid", status: "pending" });
});

test("a trial starts the subscription and grants nothing; it ends when the event says, else at once", () => {
  const object = { subscription: { id: "sub_1", status: "trialing" } };
  const fields = { key: "starter_monthly", order: { id: "ord_1", amount: 0 }, object };
  expect(decide(fields)).toMatchObject({ kind: "trial", subscription: { id: "sub_1", periodEnd: AT } });
});

describe("an event is refused", () => {
  const refused = (fields: Fields, state: Partial<PurchaseState>) => () => decide(fields, state);

  test("when its buyer does not exist or has deleted the account", () => {
    expect(refused({}, { buyers: new Map() })).toThrow("metadata.userId is not a user");
    expect(refused({}, { buyers: new Map([["u", { isDeleted: true }]]) })).toThrow("is a deleted account");
  });

  test("not when a deleted buyer's payment is recorded already", () => {
    const buyers = new Map([["u", { isDeleted: true }]]);
    const row = recorded({ id: "ord_1", orderId: "ord_1" });
    expect(decide({ order: { id: "ord_1" } }, { buyers, recorded: [row] })).toMatchObject({ kind: "duplicate" });
  });

  test("without metadata, unless it names a subscription that exists", () => {
    const object = { metadata: {}, object: "subscription", id: "sub_1", last_transaction_id: "tran_1" };
    const fields = { eventType: "subscription.paid", object };
    expect(refused(fields, {})).toThrow("Missing metadata");
    const subscription = { userId: "u", planKey: "starter_monthly" };
    expect(decide(fields, { subscription })).toMatchObject({ kind: "grant", credits: 1_000 });
  });

  test("without an id to recognise its payment by", () => {
    const event = { ...eventOf({}), paymentId: null };
    expect(() => decidePurchase(event, NO_STATE, PRODUCTS)).toThrow("id must be a non-empty string");
  });
});
