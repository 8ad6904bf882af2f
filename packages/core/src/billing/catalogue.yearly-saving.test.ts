import { expect, test } from "vitest";
import { CATALOGUE, findPlan, type SubscriptionPlan, yearlySaving } from "./catalogue";

const plan = (key: string): SubscriptionPlan => {
  const found = findPlan(key);
  if (!found) throw new Error(`${key} is no plan`);
  return found;
};

test("a year costs ten months", () => {
  expect(yearlySaving(plan("starter_yearly"))).toEqual({ percent: 17, freeMonths: 2 });
  expect(yearlySaving(plan("pro_yearly"))).toEqual({ percent: 17, freeMonths: 2 });
});

test("a saving that is no whole number of months is told in percent only", () => {
  expect(yearlySaving({ ...plan("starter_yearly"), priceCents: 30_000 })).toEqual({ percent: 14, freeMonths: null });
});

test("nothing is saved by paying more, nor by the month", () => {
  expect(yearlySaving({ ...plan("starter_yearly"), priceCents: 34_800 })).toBeNull();
  for (const item of CATALOGUE)
    if (item.kind === "subscription" && item.cycle === "month") expect(yearlySaving(item)).toBeNull();
});
