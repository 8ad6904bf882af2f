import { describe, expect, it } from "vitest";
import { type Attempt, decideAttempt, pauseAfterFailure, RETRY_POLICY, readRetryAfter } from "./retries";

const DAY_MS = 24 * 60 * 60 * 1000;
const pause = (failures: number, retryAfterMs: number | null = null, random = 0.5) =>
  pauseAfterFailure(RETRY_POLICY, { failures, retryAfterMs, random });

describe("pauseAfterFailure", () => {
  it("waits longer and longer, for a day in all", () => {
    const pauses = RETRY_POLICY.pausesMs.map((_pause, index) => pause(index + 1) ?? 0);
    expect(pauses.slice(0, 4)).toEqual([5_000, 30_000, 120_000, 600_000]);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    const total = pauses.reduce((sum, ms) => sum + ms, 0);
    expect(total).toBeGreaterThan(0.95 * DAY_MS);
    expect(total).toBeLessThanOrEqual(DAY_MS);
  });

  it("gives up after the last pause", () => expect(pause(RETRY_POLICY.pausesMs.length + 1)).toBeNull());

  it("varies by a tenth", () => expect([pause(1, null, 0), pause(1, null, 1)]).toEqual([4_500, 5_500]));

  it("waits as long as the receiver asks, up to an hour, and never shorter than its own pause", () => {
    expect([pause(1, 60_000), pause(1, DAY_MS), pause(4, 1_000)]).toEqual([60_000, 3_600_000, 600_000]);
  });
});

describe("readRetryAfter", () => {
  const now = new Date("2026-03-10T12:00:00.000Z");
  it.each([
    ["120", 120_000],
    ["Tue, 10 Mar 2026 12:01:00 GMT", 60_000],
    ["Tue, 10 Mar 2026 11:00:00 GMT", 0],
    ["soon", null],
    ["", null],
    [null, null],
  ])("of %j is %j", (header, expected) => expect(readRetryAfter(header, now)).toBe(expected));
});

describe("decideAttempt", () => {
  const now = new Date("2026-03-10T12:00:00.000Z");
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const decide = (attempt: Partial<Attempt>) =>
    decideAttempt(
      { status: 500, retryAfter: null, failures: 0, failingSince: null, now, random: 0.5, ...attempt },
      RETRY_POLICY,
    );

  it.each([200, 204, 299])("takes %i as delivered, and the endpoint as working again", (status) =>
    expect(decide({ status, failures: 2, failingSince: ago(DAY_MS) })).toEqual({
      status: "delivered",
      failures: 2,
      nextAttemptAt: null,
      failingSince: null,
      pause: null,
    }),
  );

  it.each([null, 302, 404, 500])("tries again after %j", (status) =>
    expect(decide({ status })).toEqual({
      status: "pending",
      failures: 1,
      nextAttemptAt: new Date(now.getTime() + 5_000),
      failingSince: now,
      pause: null,
    }),
  );

  it("respects Retry-After", () =>
    expect(decide({ status: 503, retryAfter: "90" }).nextAttemptAt).toEqual(new Date(now.getTime() + 90_000)));

  it("fails with the last attempt", () =>
    expect(decide({ failures: RETRY_POLICY.pausesMs.length })).toMatchObject({
      status: "failed",
      nextAttemptAt: null,
    }));

  it("pauses an endpoint that is gone, or has failed for three days", () => {
    expect(decide({ status: 410 })).toMatchObject({ status: "failed", pause: "gone" });
    expect(decide({ failingSince: ago(3 * DAY_MS - 1) })).toMatchObject({ status: "pending", pause: null });
    expect(decide({ failingSince: ago(3 * DAY_MS) })).toMatchObject({ status: "failed", pause: "failing" });
  });
});
