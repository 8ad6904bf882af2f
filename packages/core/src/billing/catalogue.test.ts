import { expect, test } from "vitest";
import {
  bestPlanSaving,
  CATALOGUE,
  CATALOGUE_KEYS,
  cheapestPerCredit,
  findCatalogueItem,
  findPlan,
  PLAN_KEYS,
  type SubscriptionPlan,
  yearlySaving,
} from "./catalogue";

test.each([
  ["starter_monthly", 2_900, 1_000, "month"],
  ["pro_monthly", 9_900, 10_000, "month"],
  ["starter_yearly", 29_000, 12_000, "year"],
  ["pro_yearly", 99_000, 120_000, "year"],
])("%s costs %i cents and gives %i credits a %s", (key, priceCents, creditsPerCycle, cycle) => {
  expect(findPlan(key)).toMatchObject({
    key,
    kind: "subscription",
    currency: "usd",
    priceCents,
    creditsPerCycle,
    cycle,
  });
});

test("the pack costs 500 cents and gives 200 credits", () => {
  expect(findCatalogueItem("pack_200")).toMatchObject({
    kind: "one_time",
    currency: "usd",
    priceCents: 500,
    credits: 200,
  });
});

test("monthly plans grant per cycle", () => {
  for (const key of ["starter_monthly", "pro_monthly"]) {
    expect(findPlan(key)?.grantSchedule).toEqual({ mode: "per_cycle" });
  }
});

test.each([
  ["starter_yearly", 1_000],
  ["pro_yearly", 10_000],
])("%s grants twelve monthly instalments of %i credits, the first at once", (key, creditsPerGrant) => {
  const plan = findPlan(key);
  expect(plan?.grantSchedule).toEqual({
    mode: "installments",
    grantsPerCycle: 12,
    intervalMonths: 1,
    creditsPerGrant,
    initialGrants: 1,
  });
  expect(plan?.creditsPerCycle).toBe(12 * creditsPerGrant);
});

test("the keys are listed in the checkout's order and all are on sale", () => {
  expect(CATALOGUE_KEYS).toEqual(["starter_monthly", "starter_yearly", "pro_monthly", "pro_yearly", "pack_200"]);
  expect(new Set(CATALOGUE.map((item) => item.key))).toEqual(new Set(CATALOGUE_KEYS));
  expect(CATALOGUE).toHaveLength(CATALOGUE_KEYS.length);
});

test("a user's plan is free or a subscription, never a pack", () => {
  expect(PLAN_KEYS).toEqual(["free", "starter_monthly", "starter_yearly", "pro_monthly", "pro_yearly"]);
  expect(findPlan("pack_200")).toBeUndefined();
  expect(findPlan("free")).toBeUndefined();
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "", "PACK_200", " pack_200"])(
  "%j is not on sale",
  (key) => {
    expect(findCatalogueItem(key)).toBeUndefined();
    expect(findPlan(key)).toBeUndefined();
  },
);

const plan = (key: string): SubscriptionPlan => {
  const plan = findPlan(key);
  if (!plan) throw new Error(`${key} is no plan`);
  return plan;
};

test("a year costs ten months", () => {
  expect(yearlySaving(plan("starter_yearly"))).toEqual({ percent: 17, freeMonths: 2 });
  expect(yearlySaving(plan("pro_yearly"))).toEqual({ percent: 17, freeMonths: 2 });
});

test("a saving that is no whole number of months has a percentage only", () => {
  expect(yearlySaving({ ...plan("starter_yearly"), priceCents: 30_000 })).toEqual({ percent: 14, freeMonths: null });
});

test("nothing is saved by paying more, nor by the month", () => {
  expect(yearlySaving({ ...plan("starter_yearly"), priceCents: 34_800 })).toBeNull();
  for (const item of CATALOGUE)
    if (item.kind === "subscription" && item.cycle === "month") expect(yearlySaving(item)).toBeNull();
});

test("the largest saving over the pack is that of Pro yearly", () => {
  expect(bestPlanSaving()).toEqual({ planKey: "pro_yearly", percent: 67 });
});

test("nothing is claimed where no plan's credits cost less than the pack's, as those of Starter monthly", () => {
  const items = CATALOGUE.filter(({ key }) => key === "starter_monthly" || key === "pack_200");
  expect(bestPlanSaving(items)).toBeNull();
  expect(cheapestPerCredit(items)).toEqual(new Set(["pack_200"]));
});
