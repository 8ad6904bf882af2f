import { expect, test } from "vitest";
import { findPlan } from "./catalogue";
import { periodEndAfter } from "./payment-identity";

test.each([
  ["starter_monthly", "2026-01-31T08:00:00.000Z", "2026-02-28T08:00:00.000Z"],
  ["pro_monthly", "2026-12-01T08:00:00.000Z", "2027-01-01T08:00:00.000Z"],
  ["starter_yearly", "2026-01-31T08:00:00.000Z", "2027-01-31T08:00:00.000Z"],
  ["pro_yearly", "2024-02-29T08:00:00.000Z", "2025-02-28T08:00:00.000Z"],
])("%s paid at %s runs until %s", (key, paidAt, expected) => {
  const plan = findPlan(key);
  expect(plan && periodEndAfter(plan, new Date(paidAt)).toISOString()).toBe(expected);
});
