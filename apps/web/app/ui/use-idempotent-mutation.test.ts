import { describe, expect, it } from "vitest";
import { createIdempotencyKeys } from "./use-idempotent-mutation";

const BOAT = { prompt: "a boat" };

describe("createIdempotencyKeys", () => {
  it("returns the same key for a retry without a response", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.keyFor({ ...BOAT })).toBe(key);
  });

  it("returns a new key after a response", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    keys.responseReceived();
    expect(keys.keyFor(BOAT)).not.toBe(key);
  });

  it("returns another key for another request", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    expect(keys.keyFor({ prompt: "a ship" })).not.toBe(key);
    expect(keys.keyFor(BOAT)).not.toBe(key);
  });
});
