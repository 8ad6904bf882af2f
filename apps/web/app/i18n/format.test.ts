import { describe, expect, it } from "vitest";
import { formatFor, toLabel } from "./format";

const moment = new Date("2026-03-01T23:30:00Z");

describe("formatFor", () => {
  it("formats dates in UTC in any local time zone", () => {
    expect(formatFor("en").date(moment)).toBe("Mar 1, 2026");
    expect(formatFor("en").dateTime(moment)).toBe("Mar 1, 2026, 23:30 UTC");
  });

  it("writes midnight as 00, not 24", () => {
    expect(formatFor("en").dateTime(new Date("2026-03-01T00:05:00Z"))).toBe("Mar 1, 2026, 00:05 UTC");
  });

  it("formats dates in the language", () => {
    expect(formatFor("zh").dateTime(moment)).toBe("2026年3月1日 23:30 UTC");
  });

  it("groups digits and signs changes", () => {
    expect(formatFor("en").number(120_000)).toBe("120,000");
    expect(formatFor("en").signed(1_000)).toBe("+1,000");
    expect(formatFor("en").signed(-50)).toBe("-50");
    expect(formatFor("en").signed(0)).toBe("0");
  });

  it("writes negative zero without a sign", () => {
    expect(formatFor("en").number(-0)).toBe("0");
    expect(formatFor("en").number(-75)).toBe("-75");
  });

  it("writes whole prices without cents and others with two digits", () => {
    expect(formatFor("en").money(2_900, "usd")).toBe("$29");
    expect(formatFor("en").money(2_950, "usd")).toBe("$29.50");
    expect(formatFor("en").exactMoney(2_900, "usd")).toBe("$29.00");
    expect(formatFor("en").exactMoney(500, "jpy")).toBe("¥500");
    expect(formatFor("en").money(500, "jpy")).toBe("¥500");
    expect(formatFor("zh").money(99_000, "usd")).toBe("US$990");
  });

  it("writes the distance to now in the largest whole unit", () => {
    const now = moment.getTime();
    const distance = (ms: number) => formatFor("en").relative(new Date(now + ms), now);
    expect(distance(-59_000)).toBe("this minute");
    expect(distance(-61_000)).toBe("1 minute ago");
    expect(distance(-119 * 60_000)).toBe("1 hour ago");
    expect(distance(3 * 3_600_000)).toBe("in 3 hours");
    expect(formatFor("zh").relative(new Date(now - 3_600_000), now)).toBe("1小时前");
  });

  it("counts days by the reader's calendar", () => {
    const now = new Date(2026, 2, 3, 1, 30).getTime();
    expect(formatFor("en").relative(new Date(2026, 2, 2, 1), now)).toBe("yesterday");
    expect(formatFor("en").relative(new Date(2026, 2, 1, 2), now)).toBe("2 days ago");
    expect(formatFor("en").relative(new Date(2026, 2, 5, 0), now)).toBe("in 2 days");
    expect(formatFor("zh").relative(new Date(2026, 2, 1, 2), now)).toBe("前天");
  });

  it("writes months and shares", () => {
    expect(formatFor("en").month(moment)).toBe("Mar 2026");
    expect(formatFor("en").percent(0.0345)).toBe("3.5%");
  });

  it("writes a time span as minutes and seconds", () => {
    expect(formatFor("en").elapsed(5)).toBe("0:05");
    expect(formatFor("en").elapsed(65.9)).toBe("1:05");
    expect(formatFor("en").elapsed(-3)).toBe("0:00");
  });
});

it("capitalizes a reason typed by an administrator", () => {
  expect(toLabel("loyalty_gift")).toBe("Loyalty gift");
  expect(toLabel("sorry for the wait")).toBe("Sorry for the wait");
});
