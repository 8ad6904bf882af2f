import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRunLimits } from "./run-limits";

const NON_NUMERIC = [
  "",
  " ",
  "abc",
  "NaN",
  "Infinity",
  "-Infinity",
  "0x10",
  "0b1",
  "1_000",
  "5,5",
  "12abc",
  "--5",
  ".",
  "1e",
  "null",
];

test.each<[string | null, number]>([
  [null, 50],
  ["1", 1],
  ["50", 50],
  ["500", 500],
  ["501", 500],
  ["999", 500],
  ["0", 1],
  ["-5", 1],
  ["2.7", 2],
  ["0.5", 1],
  [" 7 ", 7],
  ["+7", 7],
  ["007", 7],
  ["1e2", 100],
  ["1e999", 500],
  ["-1e999", 1],
  ...NON_NUMERIC.map((text): [string, number] => [text, 50]),
])("a limit of %j is %i schedules", (limit, expected) => {
  expect(parseRunLimits({ limit, catchUp: null }).schedulesMax).toBe(expected);
});

test.each<[string | null, number]>([
  [null, 12],
  ["0", 12],
  ["-0", 12],
  ["0.9", 12],
  ["1", 1],
  ["1.9", 1],
  ["-3", 1],
  ["36", 36],
  ["37", 36],
  ["99", 36],
  ["1e1", 10],
  ...NON_NUMERIC.map((text): [string, number] => [text, 12]),
])("a catchUp of %j is %i instalments", (catchUp, expected) => {
  expect(parseRunLimits({ limit: null, catchUp }).instalmentsMax).toBe(expected);
});

test("any text gives whole numbers within the bounds", () => {
  const texts = fc.option(fc.oneof(fc.string(), fc.double().map(String), fc.integer().map(String)));
  fc.assert(
    fc.property(texts, texts, (limit, catchUp) => {
      const { schedulesMax, instalmentsMax } = parseRunLimits({ limit, catchUp });
      expect(Number.isInteger(schedulesMax) && schedulesMax >= 1 && schedulesMax <= 500).toBe(true);
      expect(Number.isInteger(instalmentsMax) && instalmentsMax >= 1 && instalmentsMax <= 36).toBe(true);
    }),
  );
});
