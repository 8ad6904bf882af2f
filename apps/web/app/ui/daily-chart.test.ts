import { expect, it } from "vitest";
import { axisTicks } from "./daily-chart";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [230, [0, 100, 200, 300]],
  [40_000, [0, 10_000, 20_000, 30_000, 40_000]],
])("divides the axis up to %i at round numbers", (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks);
});
