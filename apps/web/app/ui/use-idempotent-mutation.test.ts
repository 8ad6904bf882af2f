import { describe, expect, it } from "vitest";
import { createIdempotencyKeys } from "./use-idempotent-mutation";

const BOAT = { prompt: "a boat" };

describe("createAttemptKeys", () => {
  it("gives a request that got no answer the same key when it is sent again", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.keyFor({ ...BOAT })).toBe(key);
  });

  it("gives the same request a new key once it was answered", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    keys.responseReceived();
    expect(keys.keyFor(BOAT)).not.toBe(key);
  });

  it("gives another request a key of its own", () => {
    const keys = createIdempotencyKeys();
    const key = keys.keyFor(BOAT);
    expect(keys.keyFor({ prompt: "a ship" })).not.toBe(key);
    expect(keys.keyFor(BOAT)).not.toBe(key);
  });
});
