import { describe, expect, it } from "vitest";
import { nextGrantOf } from "./grants";

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

  it("is nothing for a period that is over, a plan not known, or no subscription", () => {
    expect(nextGrantOf(null, { ...subscription, currentPeriodEnd: now }, now)).toBeNull();
    expect(nextGrantOf(null, { ...subscription, planKey: "gold" }, now)).toBeNull();
    expect(nextGrantOf(null, null, now)).toBeNull();
  });
});
