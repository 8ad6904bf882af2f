import { expect, it } from "vitest";
import { usualWait } from "./usual-wait";

it.each([
  [[], null],
  [[60, 70, 80, 90], null],
  [[62, 75, 90, 130, 170], { fromMinutes: 1, toMinutes: 3 }],
  [[170, 62, 130, 90, 75], { fromMinutes: 1, toMinutes: 3 }],
  [[4, 5, 6, 7, 8], { fromMinutes: 1, toMinutes: 1 }],
  [[130, 140, 150, 160, 170], { fromMinutes: 2, toMinutes: 3 }],
  [[180, 180, 180, 180, 180], { fromMinutes: 3, toMinutes: 3 }],
])("of %j is %j", (seconds, wait) => {
  expect(usualWait(seconds)).toEqual(wait);
});

it("leaves out the fastest and the slowest tenth", () => {
  const usual = Array.from({ length: 18 }, () => 100);
  expect(usualWait([1, ...usual, 3600])).toEqual({ fromMinutes: 1, toMinutes: 2 });
});
