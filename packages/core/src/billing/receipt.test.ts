import { expect, test } from "vitest";
import { paidFor } from "./receipt";

const AT = new Date("2026-11-24T10:00:00.000Z");
const payment = { planKey: null, creditsGranted: 200, createdAt: AT, periodStart: null, periodEnd: null };

test("a pack has no period, and all of its credits come at once", () => {
  expect(paidFor(payment)).toEqual({ period: null, credits: { total: 200, now: 200, later: null } });
});

test("a monthly plan grants its month's credits at once", () => {
  const paid = paidFor({ ...payment, planKey: "pro_monthly", creditsGranted: 10_000 });
  expect(paid.period).toEqual({ start: AT, end: new Date("2026-12-24T10:00:00.000Z") });
  expect(paid.credits).toEqual({ total: 10_000, now: 10_000, later: null });
});

test("a yearly plan grants the year's credits month by month", () => {
  expect(paidFor({ ...payment, planKey: "starter_yearly", creditsGranted: 1_000 })).toEqual({
    period: { start: AT, end: new Date("2027-11-24T10:00:00.000Z") },
    credits: { total: 12_000, now: 1_000, later: { credits: 1_000, intervalMonths: 1, grants: 11 } },
  });
});

test("the provider's period counts, and not the day of the payment", () => {
  const [periodStart, periodEnd] = [new Date("2026-11-20T00:00:00.000Z"), new Date("2027-11-21T00:00:00.000Z")];
  const paid = paidFor({ ...payment, planKey: "pro_yearly", creditsGranted: 10_000, periodStart, periodEnd });
  expect(paid.period).toEqual({ start: periodStart, end: periodEnd });
});
