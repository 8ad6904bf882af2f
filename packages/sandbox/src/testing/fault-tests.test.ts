import { expect, it } from "vitest";
import { seededRandom } from "./fault-tests";

const numbers = (seed: number) => {
  const random = seededRandom(seed);
  return Array.from({ length: 20 }, () => random.integer(1_000));
};

it("gives the same numbers for a seed and others for another seed", () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

it("shuffles without losing or duplicating items", () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  const shuffled = seededRandom(1).shuffle(items);
  expect(shuffled).not.toEqual(items);
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items);
});
