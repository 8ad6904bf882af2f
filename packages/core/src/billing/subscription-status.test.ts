import { expect, test } from "vitest";
import {
  cancelModeOf,
  canResume,
  findSubscriptionStatus,
  paysForSeveral,
  renews,
  SUBSCRIPTION_STATUSES,
} from "./subscription-status";

test.each(SUBSCRIPTION_STATUSES)("%s stands for itself", (status) => {
  expect(findSubscriptionStatus(status)).toBe(status);
});

test("cancelled is the other spelling of canceled", () => {
  expect(findSubscriptionStatus("cancelled")).toBe("canceled");
});

test.each(["", "ACTIVE", "done", "__proto__", "constructor"])("%j is no status", (word) => {
  expect(findSubscriptionStatus(word)).toBeUndefined();
});

test.each([
  ["active", true, "scheduled"],
  ["trialing", true, "scheduled"],
  ["paused", true, "scheduled"],
  ["past_due", true, "immediate"],
  ["unpaid", true, "immediate"],
  ["expired", true, "immediate"],
  ["scheduled_cancel", false, "scheduled"],
  ["canceled", false, "scheduled"],
  ["a status of tomorrow", true, "scheduled"],
] as const)("one that is %s may still be charged: %s, and is canceled %s", (status, mayBeCharged, mode) => {
  expect(renews(status)).toBe(mayBeCharged);
  expect(cancelModeOf(status)).toBe(mode);
});

test("a cancellation can be taken back until its period ends, while nothing else renews", () => {
  const currentPeriodEnd = new Date("2026-03-10");
  const canceled = { status: "scheduled_cancel", currentPeriodEnd };
  const before = new Date("2026-03-09");
  expect(canResume(canceled, [canceled, { status: "canceled" }], before)).toBe(true);
  expect(canResume(canceled, [canceled], currentPeriodEnd)).toBe(false);
  expect(canResume(canceled, [canceled, { status: "past_due" }], before)).toBe(false);
  expect(canResume({ status: "canceled", currentPeriodEnd }, [], before)).toBe(false);
});

test("several plans are paid for once more than one renews, and a change of plans had ten minutes to end the old one", () => {
  const now = new Date("2026-03-10T12:00:00Z");
  const old = { status: "active", createdAt: new Date("2026-02-01") };
  const justBought = { status: "active", createdAt: new Date("2026-03-10T11:50:01Z") };
  const boughtEarlier = { status: "past_due", createdAt: new Date("2026-03-10T11:50:00Z") };
  expect(paysForSeveral([], now)).toBe(false);
  expect(paysForSeveral([old], now)).toBe(false);
  expect(paysForSeveral([old, justBought], now)).toBe(false);
  expect(paysForSeveral([old, boughtEarlier], now)).toBe(true);
  expect(paysForSeveral([old, { ...boughtEarlier, status: "scheduled_cancel" }], now)).toBe(false);
  expect(paysForSeveral([old, { ...boughtEarlier, status: "expired" }], now)).toBe(false);
});
