import { describe, expect, test } from "vitest";
import { findPlan } from "./catalogue";
import { type AnnouncedPayment, isSamePayment, type PaymentIdentity, periodStartOf } from "./payment-identity";

const MARCH = new Date("2026-03-10T12:00:00Z");
const MARCH_SECONDS_LATER = new Date("2026-03-10T12:00:05Z");
const APRIL = new Date("2026-04-10T12:00:00Z");
const NOTHING = { orderId: null, transactionId: null, periodStart: null };

const announced = (known: Partial<AnnouncedPayment>): AnnouncedPayment => ({ ...NOTHING, holdsOrder: false, ...known });
const recorded = (known: Partial<PaymentIdentity>): PaymentIdentity => ({ ...NOTHING, ...known });

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
    ["nothing but one period", { periodStart: MARCH }, { orderId: "o", transactionId: "t", periodStart: MARCH }],
  ])("is known by %s", (_how, event, payment) => {
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
