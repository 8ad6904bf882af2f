import { describe, expect, it } from "vitest";
import { creditsCharged } from "./generation";

describe("creditsCharged", () => {
  it.each([
    ["Insufficient credits", 0],
    ["Video generation timeout", 30],
    [null, 30],
  ])("of a work whose error is %s is %s", (error, credits) =>
    expect(creditsCharged({ error, creditsUsed: 30 })).toBe(credits),
  );

  it("of a refunded work is 0", () =>
    expect(creditsCharged({ error: "Interrupted", creditsUsed: 30, refunded: true })).toBe(0));
});
