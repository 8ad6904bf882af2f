import { describe, expect, it } from "vitest";
import { readIdempotencyKey } from "./idempotency-keys";

describe("readIdempotencyKey", () => {
  it("is undefined without the header", () => {
    expect(readIdempotencyKey(null)).toBeUndefined();
  });

  it.each(["a", "8e03978e-40d5-43e8-bc93-6894a57f9324", "!~", "k".repeat(255)])("takes %j as it is", (key) => {
    expect(readIdempotencyKey(key)).toBe(key);
  });

  it.each(["", "a b", "a\tb", "a\u0000", "a\u007f", "ä", "🚢", "k".repeat(256)])("refuses %j", (key) => {
    expect(() => readIdempotencyKey(key)).toThrow("Idempotency-Key must be 1 to 255 visible ASCII characters");
  });
});
