import { describe, expect, it } from "vitest";
import { testLimits, useTestContext } from "../../test/test-context";
import { consumeRateLimits, purgeLimits, type RateLimitUse, restoreRateLimits } from "./rate-limits";

const ctx = useTestContext();
const MAX = 5;
const WINDOW_SECONDS = 60;
const AT_ONCE = 40;

const limited = () => ({
  ...ctx,
  config: { ...ctx.config, limits: testLimits({ max: MAX, windowSeconds: WINDOW_SECONDS }) },
});
const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));
const take = (...hits: RateLimitUse[]) => consumeRateLimits(limited(), hits);
const hit = (subject: string, limit: RateLimitUse["limit"] = "upload"): RateLimitUse => ({ limit, subject });

describe("takeHits", () => {
  it("lets through as many of any number at once as the limit allows", async () => {
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => take(hit("at once"))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX);
  });

  it("says how long to wait, and lets through again after that", async () => {
    for (let count = 0; count < MAX; count += 1) await take(hit("patient"));
    pass(WINDOW_SECONDS * 1000 - 1);
    const refusal = { code: "rate_limited", message: "Too many requests", status: 429, retryAfterSeconds: 1 };
    await expect(take(hit("patient"))).rejects.toMatchObject(refusal);
    pass(1);
    await take(hit("patient"));
  });

  it("counts subjects and limits apart", async () => {
    for (let count = 0; count < MAX; count += 1) await take(hit("somebody"));
    await take(hit("somebody else"), hit("somebody", "checkout"));
    await expect(take(hit("somebody"))).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("refuses when one of several limits is passed, in whichever order they are named", async () => {
    for (let count = 0; count < MAX; count += 1) await take(hit("busy"));
    await expect(take(hit("idle"), hit("busy"))).rejects.toMatchObject({ code: "rate_limited" });
    await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => (index % 2 ? take(hit("a"), hit("b")) : take(hit("b"), hit("a")))),
    );
  });

  it("does not count what is given back", async () => {
    for (let count = 0; count < 3 * MAX; count += 1) {
      await take(hit("honest"));
      await restoreRateLimits(limited(), [hit("honest")]);
    }
    await restoreRateLimits(limited(), [hit("nobody")]);
  });

  it("keeps no subject in words, and nothing once its window is over", async () => {
    await take(hit("pat@example.com"));
    const rows = await ctx.db.rateLimitWindow.findMany();
    expect(JSON.stringify(rows)).not.toContain("example.com");
    pass(WINDOW_SECONDS * 1000);
    await purgeLimits(ctx);
    expect(await ctx.db.rateLimitWindow.count()).toBe(0);
  });

  it("counts nothing where limits are lifted", async () => {
    for (let count = 0; count < 2 * MAX; count += 1) await consumeRateLimits(ctx, [hit("free")]);
    expect(await ctx.db.rateLimitWindow.count()).toBe(0);
  });
});
