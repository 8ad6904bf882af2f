import { describe, expect, test } from "vitest";
import { CATALOGUE, CATALOGUE_KEYS, type CatalogueKey, findPlan } from "./catalogue";
import { parseProviderEvent } from "./provider-event";
import {
  type AnnouncedPayment,
  isSamePayment,
  type PaymentIdentity,
  periodEndAfter,
  periodStartOf,
  readPurchase,
} from "./purchase";

const PRODUCTS = Object.fromEntries(CATALOGUE_KEYS.map((key) => [key, `prod_${key}`])) as Record<CatalogueKey, string>;

function event(object: object) {
  return parseProviderEvent({ id: "evt_1", eventType: "checkout.completed", object }, new Date());
}
const read = (object: object, key: string, kind: string) =>
  readPurchase(event(object), { userId: "u", key, kind }, PRODUCTS);

test.each(CATALOGUE)("$key is sold as $kind", (item) => {
  const purchase = read({}, item.key, item.kind);
  expect(purchase).toMatchObject({ userId: "u", item, attention: null, otherKeyInMetadata: null });
});

test.each(CATALOGUE)("$key is sold as nothing else", ({ key, kind }) => {
  const other = kind === "one_time" ? "subscription" : "one_time";
  expect(() => read({}, key, other)).toThrow("metadata.kind does not fit metadata.key");
});

test.each(["free", "gold", "__proto__", ""])("%j is not for sale", (key) => {
  expect(() => read({}, key, "subscription")).toThrow("metadata.key is not for sale");
});

describe("what was bought is what the product says", () => {
  test("a configured product decides, and metadata that disagrees is noted", () => {
    expect(read({ product: { id: "prod_starter_monthly" } }, "pro_yearly", "subscription")).toMatchObject({
      item: { key: "starter_monthly" },
      attention: "Paid for Starter monthly, but the checkout was for Pro yearly",
      otherKeyInMetadata: "pro_yearly",
    });
  });

  test.each([
    { product: "prod_pack_200" },
    { product: { id: "prod_pack_200" } },
    { order: { product: "prod_pack_200" } },
  ])("%j is the pack", (object) => {
    expect(read(object, "pack_200", "one_time")).toMatchObject({ item: { key: "pack_200" }, attention: null });
  });

  test("a plan's subscription counts although the metadata speaks of a pack", () => {
    const object = {
      product: "prod_starter_monthly",
      subscription: "sub_1",
      metadata: { userId: "u", key: "pack_200", kind: "one_time" },
    };
    expect(read(object, "pack_200", "one_time").subscriptionId).toBe("sub_1");
  });

  test("for a product that is not configured the metadata decides, and the payment is flagged", () => {
    expect(read({ product: { id: "prod_other" } }, "pro_yearly", "subscription")).toMatchObject({
      item: { key: "pro_yearly" },
      attention: "Product prod_other is not configured, the checkout was for Pro yearly",
      otherKeyInMetadata: null,
    });
  });

  test("an amount below the price is flagged, one that is not named is not", () => {
    const order = { id: "ord_1", amount: 1, currency: "EUR" };
    expect(read({ order }, "starter_monthly", "subscription").attention).toBe("Paid €0.01, the price is $29.00");
    expect(read({ order: { id: "ord_1" } }, "starter_monthly", "subscription").attention).toBeNull();
  });
});

const MARCH = new Date("2026-03-10T12:00:00Z");
const MARCH_SECONDS_LATER = new Date("2026-03-10T12:00:05Z");
const MARCH_MINUTES_LATER = new Date("2026-03-10T12:05:01Z");
const APRIL = new Date("2026-04-10T12:00:00Z");
const NOTHING = { orderId: null, transactionId: null, periodStart: null, planKey: null };

const announced = (fields: Partial<AnnouncedPayment>): AnnouncedPayment => ({
  ...NOTHING,
  holdsOrder: false,
  ...fields,
});
const recorded = (fields: Partial<PaymentIdentity>): PaymentIdentity => ({ ...NOTHING, ...fields });

describe("isSamePayment", () => {
  test.each<[string, Partial<AnnouncedPayment>, Partial<PaymentIdentity>]>([
    [
      "the order it holds",
      { orderId: "o", holdsOrder: true, transactionId: "t2" },
      { orderId: "o", transactionId: "t1" },
    ],
    ["the transaction", { transactionId: "t" }, { orderId: "o", transactionId: "t", periodStart: APRIL }],
    ["the order its transaction names", { orderId: "o", transactionId: "t" }, { orderId: "o" }],
    [
      "order here, transaction there, one period",
      { orderId: "o", holdsOrder: true, periodStart: MARCH },
      { transactionId: "t", periodStart: MARCH_SECONDS_LATER },
    ],
    [
      "transaction here, order there, one period",
      { transactionId: "t", periodStart: MARCH_SECONDS_LATER },
      { orderId: "o", periodStart: MARCH },
    ],
    [
      "one start, though the plan was changed without a payment",
      { transactionId: "t", periodStart: MARCH_SECONDS_LATER, planKey: "pro_monthly" },
      { orderId: "o", periodStart: MARCH, planKey: "starter_monthly" },
    ],
    ["nothing but one period", { periodStart: MARCH }, { orderId: "o", transactionId: "t", periodStart: MARCH }],
  ])("is recognised by %s", (_how, event, payment) => {
    expect(isSamePayment(announced(event), recorded(payment))).toBe(true);
  });

  test.each<[string, Partial<AnnouncedPayment>, Partial<PaymentIdentity>]>([
    ["another order", { orderId: "o2", holdsOrder: true }, { orderId: "o1" }],
    [
      "another order in the same period",
      { orderId: "o2", holdsOrder: true, periodStart: MARCH },
      { orderId: "o1", periodStart: MARCH },
    ],
    [
      "another transaction in the same period",
      { transactionId: "t2", periodStart: MARCH },
      { transactionId: "t1", orderId: "o", periodStart: MARCH },
    ],
    [
      "another transaction of the first payment's order",
      { orderId: "o", transactionId: "t2" },
      { orderId: "o", transactionId: "t1" },
    ],
    [
      "a later period of the first payment's order",
      { orderId: "o", transactionId: "t2", periodStart: APRIL },
      { orderId: "o", periodStart: MARCH },
    ],
    [
      "another plan that starts later in the same period",
      { transactionId: "t2", periodStart: MARCH_MINUTES_LATER, planKey: "pro_monthly" },
      { orderId: "o", periodStart: MARCH, planKey: "starter_monthly" },
    ],
    ["a later period", { transactionId: "t2", periodStart: APRIL }, { orderId: "o", periodStart: MARCH }],
    ["a period of which one side says nothing", { transactionId: "t" }, { orderId: "o", periodStart: MARCH }],
    ["nothing in common", {}, {}],
  ])("is another one by %s", (_how, event, payment) => {
    expect(isSamePayment(announced(event), recorded(payment))).toBe(false);
  });
});

test("a period starts where the event says, else a cycle before its end, else when it was paid", () => {
  const plan = findPlan("starter_yearly");
  if (!plan) throw new Error("the catalogue has it");
  const [periodStart, periodEnd, paidAt] = [MARCH, new Date("2027-04-10T12:00:00Z"), MARCH_SECONDS_LATER];
  expect(periodStartOf(plan, { periodStart, periodEnd, paidAt })).toEqual(MARCH);
  expect(periodStartOf(plan, { periodStart: null, periodEnd, paidAt })).toEqual(APRIL);
  expect(periodStartOf(plan, { periodStart: null, periodEnd: null, paidAt })).toEqual(MARCH_SECONDS_LATER);
  expect(periodStartOf(plan, { periodStart: null, periodEnd: null, paidAt: null })).toBeNull();
});

test.each([
  ["starter_monthly", "2026-01-31T08:00:00.000Z", "2026-02-28T08:00:00.000Z"],
  ["pro_monthly", "2026-12-01T08:00:00.000Z", "2027-01-01T08:00:00.000Z"],
  ["starter_yearly", "2026-01-31T08:00:00.000Z", "2027-01-31T08:00:00.000Z"],
  ["pro_yearly", "2024-02-29T08:00:00.000Z", "2025-02-28T08:00:00.000Z"],
])("%s paid at %s runs until %s", (key, paidAt, expected) => {
  const plan = findPlan(key);
  expect(plan && periodEndAfter(plan, new Date(paidAt)).toISOString()).toBe(expected);
});
