import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { createUser, useTestContext } from "../../test/test-context";
import { getDailyStatistics } from "./statistics";

const ctx = useTestContext();
const at = (day: number, time: string) => new Date(`2026-03-${String(day).padStart(2, "0")}T${time}Z`);

describe("getDailyStatistics", () => {
  it("has every day, oldest first, with zeros for days without rows", async () => {
    const days = await getDailyStatistics(ctx, { days: 30 });
    expect(days).toHaveLength(30);
    expect(days[0]?.day).toEqual(new Date("2026-02-09T00:00:00Z"));
    expect(days.at(-1)).toEqual({
      day: at(10, "00:00:00"),
      revenueCents: 0,
      creditsGranted: 0,
      creditsSpent: 0,
      activeUsers: 0,
      failedImages: 0,
      failedVideos: 0,
      failedChats: 0,
    });
  });

  it("assigns rows to their UTC day, to the millisecond", async () => {
    const userId = await createUser(ctx);
    const adjustedId = await createUser(ctx);
    const entry = (delta: number, createdAt: Date, reason = "chat_usage") => ({
      id: randomUUID(),
      userId,
      delta,
      reason,
      balanceAfter: 0,
      createdAt,
    });
    await ctx.db.creditLedger.createMany({
      data: [
        entry(200, at(5, "00:00:00.000")),
        entry(-10, at(5, "12:00:00")),
        entry(-20, at(5, "23:59:59.999")),
        entry(-5, at(6, "00:00:00.000")),
        { ...entry(-7, at(5, "12:00:00"), "violation_penalty"), userId: adjustedId },
        { ...entry(-8, at(5, "12:00:00"), "refund"), userId: adjustedId },
      ],
    });
    const payment = {
      provider: "creem",
      userId,
      type: "one_time",
      creditsGranted: 200,
      createdAt: at(5, "23:59:59.999"),
    };
    for (const [id, amountCents, status] of [
      ["a", 500, "succeeded"],
      ["b", 700, "refunded"],
    ] as const)
      await ctx.db.payment.create({ data: { ...payment, id, providerPaymentId: id, amountCents, status } });
    const days = await getDailyStatistics(ctx, { days: 30 });
    const [fifth, sixth] = [days.at(-6), days.at(-5)];
    expect(fifth).toMatchObject({ revenueCents: 500, creditsGranted: 200, creditsSpent: 45, activeUsers: 1 });
    expect(sixth).toMatchObject({ revenueCents: 0, creditsGranted: 0, creditsSpent: 5, activeUsers: 1 });
  });

  it("counts failures by kind", async () => {
    const createdAt = at(7, "08:00:00");
    const { userId } = await createGeneration(ctx, "image", { status: "failed", createdAt });
    await createGeneration(ctx, "video", { status: "failed", createdAt });
    await createGeneration(ctx, "video", { status: "failed", createdAt });
    await createGeneration(ctx, "video", { status: "completed", createdAt });
    const message = { role: "assistant", content: "", creditsUsed: 0, createdAt };
    const messages = { create: [{ ...message, interrupted: true }, message] };
    await ctx.db.chatSession.create({ data: { userId, title: "", model: "", lastMessageAt: createdAt, messages } });
    const days = await getDailyStatistics(ctx, { days: 30 });
    expect(days.at(-4)).toMatchObject({ failedImages: 1, failedVideos: 2, failedChats: 1 });
  });
});
