import { describe, expect, it } from "vitest";
import { parseRateLimit } from "./rate-limit";

describe("parseRateLimit", () => {
  it.each([
    ["1/1s", { max: 1, windowSeconds: 1 }],
    ["100/15m", { max: 100, windowSeconds: 900 }],
    ["10/24h", { max: 10, windowSeconds: 86_400 }],
  ])("reads %s", (text, limit) => expect(parseRateLimit(text)).toEqual(limit));

  it.each(["", "100", "0/1m", "1/0s", "-1/1m", "1.5/1m", "100/15", "100/15d", "100 / 15m", "99999999/1s"])(
    "refuses %j",
    (text) => expect(parseRateLimit(text)).toBeNull(),
  );
});
