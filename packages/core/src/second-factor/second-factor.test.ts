import { expect, it } from "vitest";
import { codeLockSeconds } from "./second-factor";

it.each([
  [0, 15 * 60],
  [1, 60 * 60],
  [2, 6 * 60 * 60],
  [3, 24 * 60 * 60],
  [4, 24 * 60 * 60],
  [1_000, 24 * 60 * 60],
])("locks codes after %i earlier locks for %i seconds", (previousLocks, seconds) =>
  expect(codeLockSeconds(previousLocks)).toBe(seconds),
);
