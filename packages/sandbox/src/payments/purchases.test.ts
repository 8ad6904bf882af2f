import { expect, it } from "vitest";
import { periodEndAfter } from "./purchases";

it.each([
  ["2026-01-31T10:00:00.000Z", "every-month", "2026-02-28T10:00:00.000Z"],
  ["2024-01-31T10:00:00.000Z", "every-month", "2024-02-29T10:00:00.000Z"],
  ["2025-12-15T23:59:59.999Z", "every-month", "2026-01-15T23:59:59.999Z"],
  ["2024-02-29T00:00:00.000Z", "every-year", "2025-02-28T00:00:00.000Z"],
] as const)("a period from %s, %s, ends at %s", (start, period, end) => {
  expect(periodEndAfter(new Date(start), period).toISOString()).toBe(end);
});
