import { expect, test } from "vitest";
import { createId } from "./create-id";

const MANY = 2_000;

test("ids are UUIDs of version 7, unique, and ordered by creation", () => {
  const ids = Array.from({ length: MANY }, createId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(MANY);
  expect([...ids].sort()).toEqual(ids);
});

test("the random part differs from one id to the next", () => {
  const tails = Array.from({ length: MANY }, () => createId().slice(-8));
  expect(new Set(tails).size).toBeGreaterThan(MANY - 10);
});
