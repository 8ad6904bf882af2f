import { describe, expect, it } from "vitest";
import { USAGE_DAYS, usageByKey, usageOf, usageSince } from "./usage";

const now = new Date("2026-03-10T00:00:01Z");
const today = new Date("2026-03-10T00:00:00Z");

describe("usageSince", () => {
  it("starts at midnight, so that today is the last of thirty whole days", () => {
    expect(usageSince(now)).toEqual(new Date("2026-02-09T00:00:00Z"));
    expect(usageSince(new Date("2026-03-10T23:59:59.999Z"))).toEqual(new Date("2026-02-09T00:00:00Z"));
  });
});

describe("usageByKey", () => {
  it("sums by key and kind: without a key first, then the keys that spent most", () => {
    expect(
      usageByKey([
        { apiKeyId: "small", reason: "chat_usage", credits: 10 },
        { apiKeyId: "large", reason: "video_generation", credits: 100 },
        { apiKeyId: "large", reason: "image_generation", credits: 20 },
        { apiKeyId: null, reason: "chat_usage", credits: 30 },
      ]),
    ).toEqual([
      { apiKeyId: null, chat: 30, image: 0, video: 0, total: 30 },
      { apiKeyId: "large", chat: 0, image: 20, video: 100, total: 120 },
      { apiKeyId: "small", chat: 10, image: 0, video: 0, total: 10 },
    ]);
    expect(usageByKey([])).toEqual([]);
  });
});

describe("usageOf", () => {
  it("has every day, oldest first, zero where nothing was spent", () => {
    const { days, totals } = usageOf([], now);
    expect(days).toHaveLength(USAGE_DAYS);
    expect(days[0]).toEqual({ day: usageSince(now), chat: 0, image: 0, video: 0 });
    expect(days.at(-1)).toEqual({ day: today, chat: 0, image: 0, video: 0 });
    expect(totals).toEqual({ chat: 0, image: 0, video: 0 });
  });

  it("adds each sum to its day and to the total of its kind", () => {
    const first = usageSince(now);
    const { days, totals } = usageOf(
      [
        { day: first, reason: "chat_usage", credits: 30 },
        { day: today, reason: "chat_usage", credits: 10 },
        { day: today, reason: "video_generation", credits: 50 },
        { day: today, reason: "image_generation", credits: 20 },
      ],
      now,
    );
    expect(days[0]).toEqual({ day: first, chat: 30, image: 0, video: 0 });
    expect(days.at(-1)).toEqual({ day: today, chat: 10, image: 20, video: 50 });
    expect(totals).toEqual({ chat: 40, image: 20, video: 50 });
  });

  it("ignores sums outside the period", () => {
    const tomorrow = new Date("2026-03-11T00:00:00Z");
    expect(usageOf([{ day: tomorrow, reason: "chat_usage", credits: 10 }], now).totals.chat).toBe(0);
  });
});
