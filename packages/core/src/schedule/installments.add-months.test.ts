import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addMonthsUtc } from "./installments";

test.each([
  ["2026-01-31T10:20:30.456Z", 1, "2026-02-28T10:20:30.456Z"],
  ["2024-01-31T00:00:00.000Z", 1, "2024-02-29T00:00:00.000Z"],
  ["2026-02-28T00:00:00.000Z", 1, "2026-03-28T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", 1, "2027-01-31T23:59:59.999Z"],
  ["2026-12-15T12:00:00.000Z", 2, "2027-02-15T12:00:00.000Z"],
  ["2024-02-29T12:00:00.000Z", 12, "2025-02-28T12:00:00.000Z"],
  ["2026-03-31T12:00:00.000Z", -1, "2026-02-28T12:00:00.000Z"],
  ["2026-03-31T12:00:00.000Z", 0, "2026-03-31T12:00:00.000Z"],
])("%s and %i months are %s", (from, months, expected) => {
  expect(addMonthsUtc(new Date(from), months).toISOString()).toBe(expected);
});

test("the given date is left alone", () => {
  const date = new Date("2026-01-31T00:00:00Z");
  addMonthsUtc(date, 1);
  expect(date).toEqual(new Date("2026-01-31T00:00:00Z"));
});

test("any date and number of months agree with Temporal", () => {
  const dates = fc.date({ min: new Date("1970-01-01"), max: new Date("2200-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.integer({ min: -600, max: 600 }), (date, months) => {
      const expected = Temporal.Instant.fromEpochMilliseconds(date.getTime())
        .toZonedDateTimeISO("UTC")
        .add({ months }, { overflow: "constrain" });
      expect(addMonthsUtc(date, months).getTime()).toBe(expected.epochMilliseconds);
    }),
    { numRuns: 2_000 },
  );
});
