import { describe, expect, test } from "vitest";
import {
  CATALOGUE,
  type CatalogueItem,
  findCatalogueItem,
  findPlan,
  type SubscriptionPlan,
} from "../billing/catalogue";
import { settleDueInstallments } from "../schedule/installments";
import { purchaseGrant, scheduleAfterPurchase } from "./grants";

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

  test("several first instalments shorten what is owed", () => {
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
      const later = terms ? settleDueInstallments(terms, endOfTime, 36).totalGranted : 0;
      expect(purchaseGrant(bought).credits + later).toBe(bought.creditsPerCycle);
    }
  });
});

function item(key: string): CatalogueItem {
  const found = findCatalogueItem(key);
  if (!found) throw new Error(`${key} is not on sale`);
  return found;
}

function plan(key: string): SubscriptionPlan {
  const found = findPlan(key);
  if (!found) throw new Error(`${key} is no plan`);
  return found;
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
