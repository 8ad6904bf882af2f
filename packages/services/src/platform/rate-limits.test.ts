import { describe, expect, it } from "vitest";
import { testLimits, useTestContext } from "../../test/test-context";
import { consumeRateLimits, purgeLimits, type RateLimitUse, restoreRateLimits } from "./rate-limits";

const ctx = useTestContext();
const MAX = 5;
const WINDOW_SECONDS = 60;
const AT_ONCE = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

const limited = () => ({
  ...ctx,
  config: { ...ctx.config, limits: testLimits({ max: MAX, windowSeconds: WINDOW_SECONDS }) },
});
const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));
const consume = (...uses: RateLimitUse[]) => consumeRateLimits(limited(), uses);
const use = (subject: string, limit: RateLimitUse["limit"] = "upload"): RateLimitUse => ({ limit, subject });

describe("consumeRateLimits", () => {
  it("allows as many concurrent requests as the limit says", async () => {
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => consume(use("at once"))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX);
  });

  it("returns the time to wait, and allows requests after it", async () => {
    for (let count = 0; count < MAX; count += 1) await consume(use("patient"));
    pass(WINDOW_SECONDS * 1000 - 1);
    const refusal = { code: "rate_limited", message: "Too many requests", status: 429, retryAfterSeconds: 1 };
    await expect(consume(use("patient"))).rejects.toMatchObject(refusal);
    pass(1);
    await consume(use("patient"));
  });

  it("counts subjects and limits separately", async () => {
    for (let count = 0; count < MAX; count += 1) await consume(use("somebody"));
    await consume(use("somebody else"), use("somebody", "checkout"));
    await expect(consume(use("somebody"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("refuses when one of several limits is exceeded, in any order", async () => {
    for (let count = 0; count < MAX; count += 1) await consume(use("busy"));
    await expect(consume(use("idle"), use("busy"))).rejects.toMatchObject({ code: "rate_limited" });
    await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) =>
        index % 2 ? consume(use("a"), use("b")) : consume(use("b"), use("a")),
      ),
    );
  });

  it("does not count restored uses", async () => {
    for (let count = 0; count < 3 * MAX; count += 1) {
      await consume(use("honest"));
      await restoreRateLimits(limited(), [use("honest")]);
    }
    await restoreRateLimits(limited(), [use("nobody")]);
  });

  it("ends a window that began by a clock ahead of its time within the length of a window", async () => {
    const right = ctx.now();
    pass(DAY_MS);
    for (let count = 0; count < MAX; count += 1) await consume(use("early"));
    ctx.setNow(right);
    await expect(consume(use("early"))).rejects.toMatchObject({ retryAfterSeconds: WINDOW_SECONDS });
    pass(WINDOW_SECONDS * 1000);
    await consume(use("early"));
  });

  it("ends no window early where the clocks of two processes differ by less than is corrected", async () => {
    const right = ctx.now();
    for (let count = 0; count < MAX; count += 1) await consume(use("two processes"));
    pass(-WINDOW_SECONDS * 1000 + 1);
    await expect(consume(use("two processes"))).rejects.toMatchObject({ code: "rate_limited" });
    ctx.setNow(right);
    pass(WINDOW_SECONDS * 1000 - 1);
    await expect(consume(use("two processes"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("stores no subject in plain text, and deletes windows that have ended", async () => {
    await consume(use("pat@example.com"));
    const rows = await ctx.db.rateLimitWindow.findMany();
    expect(JSON.stringify(rows)).not.toContain("example.com");
    pass(WINDOW_SECONDS * 1000);
    await purgeLimits(ctx);
    expect(await ctx.db.rateLimitWindow.count()).toBe(0);
  });

  it("counts nothing without limits", async () => {
    for (let count = 0; count < 2 * MAX; count += 1) await consumeRateLimits(ctx, [use("free")]);
    expect(await ctx.db.rateLimitWindow.count()).toBe(0);
  });
});
