import { describe, expect, it } from "vitest";
import { parseRateLimit, wideNetworkOf } from "./rate-limits";

describe("parseRateLimit", () => {
  it.each([
    ["1/1s", { max: 1, windowSeconds: 1 }],
    ["100/15m", { max: 100, windowSeconds: 900 }],
    ["10/24h", { max: 10, windowSeconds: 86_400 }],
  ])("parses %s", (text, limit) => expect(parseRateLimit(text)).toEqual(limit));

  it.each(["", "100", "0/1m", "1/0s", "-1/1m", "1.5/1m", "100/15", "100/15d", "100 / 15m", "99999999/1s"])(
    "refuses %j",
    (text) => expect(parseRateLimit(text)).toBeNull(),
  );
});

it.each([
  ["2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8:1:3::/64", "2001:db8:1::/48"],
  ["fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["192.0.2.1", null],
  ["unknown", null],
  ["", null],
])("the wide network of %s is %s", (address, network) => expect(wideNetworkOf(address)).toBe(network));
