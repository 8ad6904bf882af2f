import { expect, test } from "vitest";
import { z } from "zod";
import { optionalDate } from "./date";

const Schema = z.object({ from: optionalDate("from") });
const MOMENT = new Date("2026-01-02T03:04:05.678Z");

test.each([MOMENT, MOMENT.toISOString()])("%j is a date", (from) => {
  expect(Schema.parse({ from })).toEqual({ from: MOMENT });
});

test.each([undefined, null])("%j is left out", (from) => {
  expect(Schema.parse({ from })).toEqual({});
});

test.each(["", "soon", "2026-02-31", 5, true, [], {}, new Date(Number.NaN)])("%j is refused by name", (from) => {
  expect(Schema.safeParse({ from }).error?.issues[0]?.message).toBe("from must be a date");
});
