import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { optionalDate, parseIsoDate } from "./date";

const Schema = z.object({ from: optionalDate("from") });
const MOMENT = new Date("2026-01-02T03:04:05.678Z");

test.each([MOMENT, MOMENT.toISOString()])("%j is a date", (from) => {
  expect(Schema.parse({ from })).toEqual({ from: MOMENT });
});

test.each([undefined, null])("%j counts as absent", (from) => {
  expect(Schema.parse({ from })).toEqual({});
});

test.each(["", "soon", "2026-02-31", 5, true, [], {}, new Date(Number.NaN)])(
  "%j is refused with the field's name",
  (from) => {
    expect(Schema.safeParse({ from }).error?.issues[0]?.message).toBe("from must be a date");
  },
);

test.each([
  ["2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05.678Z"],
  ["2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"],
  ["2026-01-02T03:04Z", "2026-01-02T03:04:00.000Z"],
  ["2026-01-02T03:04:05.123456Z", "2026-01-02T03:04:05.123Z"],
  ["2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"],
  ["2026-01-02T03:04", "2026-01-02T03:04:00.000Z"],
  ["2026-01-02", "2026-01-02T00:00:00.000Z"],
  ["2024-02-29", "2024-02-29T00:00:00.000Z"],
])("%s is %s", (text, expected) => {
  expect(parseIsoDate(text)?.toISOString()).toBe(expected);
});

test.each([
  "",
  "tomorrow",
  "9999-12-31T23:59:59-12:00",
  "step 1",
  "2026",
  "2026-1-2",
  "02/03/2026",
  "1772265324184",
  "2026-13-01",
  "2026-02-30",
  "2026-02-31T00:00:00Z",
  "2026-01-01T25:00:00Z",
  "2026-01-01T10:00:00+0200",
  "2026-01-01 10:00",
  " 2026-01-01",
  "2026-01-01\n",
  "0000-12-31",
  "0001-01-01T00:00:00+00:01",
])("%j is not a date", (text) => {
  expect(parseIsoDate(text)).toBeNull();
});

test("parses the text of every date", () => {
  const dates = fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(parseIsoDate(date.toISOString())).toEqual(date);
    }),
  );
});
