import { expect, test } from "vitest";
import { parseTextModels } from "./text-models";

test("reads names and prices in their order", () =>
  expect(parseTextModels("fast:5, vendor/smart:v2:20")).toEqual([
    { name: "fast", credits: 5 },
    { name: "vendor/smart:v2", credits: 20 },
  ]));

test.each(["fast", "fast:0", "fast:-1", "fast:1.5", ":5", "a:1,,b:2", "a:1,a:2", Array(21).fill("m:1").join(",")])(
  "refuses %s",
  (list) => expect(parseTextModels(list)).toBeNull(),
);
