import { describe, expect, it, test } from "vitest";
import {
  CATALOGUE,
  type CatalogueItem,
  findCatalogueItem,
  findPlan,
  type SubscriptionPlan,
} from "../billing/catalogue";
import { settleDueInstalments } from "../schedule/instalments";
import { nextGrantOf, purchaseGrant, scheduleAfterPurchase } from "./grants";

const PAID_AT = new Date("2026-01-31T10:20:30.456Z");

describe("purchaseGrant", () => {
  test.each([
    ["pack_200", 200, "one_time_pack"],
    ["starter_monthly", 1_000, "subscription_cycle"],
    ["pro_monthly", 10_000, "subscription_cycle"],
    ["starter_yearly", 1_000, "subscription_cycle"],
    ["pro_yearly", 10_000, "subscription_cycle"],
  ])("%s gives %i credits at once, entered as %s", (key, credits, reason) => {
    expect(purchaseGrant(item(key))).toEqual({ credits, reason });
  });

  test("several first instalments are granted together", () => {
    expect(purchaseGrant(planWithInitialGrants(3))).toEqual({ credits: 3_000, reason: "subscription_cycle" });
  });
});

describe("scheduleAfterPurchase", () => {
  test.each([
    ["starter_yearly", 1_000, 11_000],
    ["pro_yearly", 10_000, 110_000],
  ])("%s still owes eleven instalments of %i", (key, creditsPerGrant, totalCreditsRemaining) => {
    expect(scheduleAfterPurchase(plan(key), PAID_AT)).toEqual({
      creditsPerGrant,
      intervalMonths: 1,
      grantsRemaining: 11,
      totalCreditsRemaining,
      nextGrantAt: new Date("2026-02-28T10:20:30.456Z"),
    });
  });

  test.each(["starter_monthly", "pro_monthly"])("%s owes nothing more", (key) => {
    expect(scheduleAfterPurchase(plan(key), PAID_AT)).toBeNull();
  });

  test("several first instalments leave fewer to grant", () => {
    expect(scheduleAfterPurchase(planWithInitialGrants(3), PAID_AT)).toMatchObject({
      grantsRemaining: 9,
      totalCreditsRemaining: 9_000,
    });
  });

  test("payment and instalments together give exactly the cycle's credits", () => {
    const endOfTime = new Date("2100-01-01T00:00:00Z");
    for (const bought of CATALOGUE) {
      if (bought.kind !== "subscription") continue;
      const terms = scheduleAfterPurchase(bought, PAID_AT);
      const later = terms ? settleDueInstalments(terms, endOfTime, 36).totalGranted : 0;
      expect(purchaseGrant(bought).credits + later).toBe(bought.creditsPerCycle);
    }
  });
});

function item(key: string): CatalogueItem {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not on sale`);
  return item;
}

function plan(key: string): SubscriptionPlan {
  const item = findPlan(key);
  if (!item) throw new Error(`${key} is no plan`);
  return item;
}

function planWithInitialGrants(initialGrants: number): SubscriptionPlan {
  return {
    ...plan("starter_yearly"),
    grantSchedule: {
      mode: "installments",
      grantsPerCycle: 12,
      intervalMonths: 1,
      creditsPerGrant: 1_000,
      initialGrants,
    },
  };
}

const now = new Date("2026-03-10T12:00:00Z");
const at = new Date("2026-04-01T00:00:00Z");
const schedule = { nextGrantAt: at, creditsPerGrant: 1000, grantsRemaining: 11, totalCreditsRemaining: 11_000 };
const subscription = { planKey: "starter_monthly", status: "active", currentPeriodEnd: at };

describe("nextGrantOf", () => {
  it("is the instalment of a yearly plan", () => {
    expect(nextGrantOf(schedule, { ...subscription, planKey: "starter_yearly" }, now)).toEqual({
      at,
      credits: 1000,
      source: "instalment",
      grantsRemaining: 11,
    });
  });

  it("is whatever is left with the last instalment", () => {
    const last = { ...schedule, grantsRemaining: 1, totalCreditsRemaining: 1200 };
    expect(nextGrantOf(last, null, now)?.credits).toBe(1200);
  });

  it.each([
    ["starter_monthly", 1000],
    ["pro_monthly", 10_000],
    ["pro_yearly", 10_000],
  ])("is what the renewal of %s grants", (planKey, credits) => {
    expect(nextGrantOf(null, { ...subscription, planKey }, now)).toEqual({
      at,
      credits,
      source: "renewal",
      grantsRemaining: 0,
    });
  });

  it.each(["scheduled_cancel", "canceled", "past_due", "unpaid", "paused", "expired"])(
    "is nothing for a subscription that is %s",
    (status) => expect(nextGrantOf(null, { ...subscription, status }, now)).toBeNull(),
  );

  it("is null for a period that is over, an unknown plan, or no subscription", () => {
    expect(nextGrantOf(null, { ...subscription, currentPeriodEnd: now }, now)).toBeNull();
    expect(nextGrantOf(null, { ...subscription, planKey: "gold" }, now)).toBeNull();
    expect(nextGrantOf(null, null, now)).toBeNull();
  });
});
