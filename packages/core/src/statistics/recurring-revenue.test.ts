import { expect, test } from "vitest";
import { monthlyRevenueCents, shareOf } from "./recurring-revenue";

test.each([
  ["none", [], 0],
  ["a monthly plan", [{ planKey: "starter_monthly", count: 2 }], 5_800],
  ["a yearly plan, a twelfth of $290", [{ planKey: "starter_yearly", count: 1 }], 2_417],
  ["twelve yearly plans, rounded once", [{ planKey: "starter_yearly", count: 12 }], 29_000],
  [
    "both together",
    [
      { planKey: "pro_monthly", count: 1 },
      { planKey: "pro_yearly", count: 2 },
    ],
    26_400,
  ],
  ["no plan", [{ planKey: "free", count: 5 }], 0],
  ["a plan that is not sold any more", [{ planKey: "gold", count: 5 }], 0],
])("the monthly revenue of %s", (_name, subscriptions, cents) => {
  expect(monthlyRevenueCents(subscriptions)).toBe(cents);
});

test("a share of nothing is unknown", () => {
  expect(shareOf(0, 0)).toBeNull();
  expect(shareOf(1, 4)).toBe(0.25);
});
