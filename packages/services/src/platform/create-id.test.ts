import { expect, test } from "vitest";
import { createId } from "./create-id";

/** More than one drawing of random numbers lasts for. */
const MANY = 2_000;

test("ids are UUIDs of version 7, no two alike, in the order they were made in", () => {
  const ids = Array.from({ length: MANY }, createId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(MANY);
  expect([...ids].sort()).toEqual(ids);
});

test("what is random of an id differs from one to the next", () => {
  const tails = Array.from({ length: MANY }, () => createId().slice(-8));
  expect(new Set(tails).size).toBeGreaterThan(MANY - 10);
});
