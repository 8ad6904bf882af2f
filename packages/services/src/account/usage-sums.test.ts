import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { getDashboard } from "./dashboard";

const ctx = useTestContext();

async function spend(userId: string, reason: string, delta: number, createdAt: string) {
  const entry = { id: randomUUID(), userId, delta, reason, balanceAfter: 0, createdAt: new Date(createdAt) };
  await ctx.db.creditLedger.create({ data: entry });
}

describe("usage of the dashboard", () => {
  it("sums spends by UTC day and reason, and nothing else", async () => {
    ctx.setNow(new Date("2026-03-10T12:00:00Z"));
    const userId = await createUser(ctx);
    await spend(userId, "chat_usage", -10, "2026-03-10T00:00:00Z");
    await spend(userId, "chat_usage", -10, "2026-03-10T11:59:59Z");
    await spend(userId, "image_generation", -20, "2026-03-09T23:59:59.999Z");
    await spend(userId, "video_generation", -50, "2026-02-09T00:00:00Z");
    await spend(userId, "video_generation", -50, "2026-02-08T23:59:59.999Z");
    await spend(userId, "refund", 50, "2026-03-10T01:00:00Z");
    await spend(userId, "violation_penalty", -500, "2026-03-10T01:00:00Z");
    await spend(await createUser(ctx), "chat_usage", -10, "2026-03-10T00:00:00Z");

    const { days, totals } = (await getDashboard(await actAs(ctx, userId))).usage;
    expect(totals).toEqual({ chat: 20, image: 20, video: 50 });
    expect(days.filter(({ chat, image, video }) => chat + image + video > 0)).toEqual([
      { day: new Date("2026-02-09T00:00:00Z"), chat: 0, image: 0, video: 50 },
      { day: new Date("2026-03-09T00:00:00Z"), chat: 0, image: 20, video: 0 },
      { day: new Date("2026-03-10T00:00:00Z"), chat: 20, image: 0, video: 0 },
    ]);
  });
});
