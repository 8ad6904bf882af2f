import { randomUUID } from "node:crypto";
import { createDb } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { getDashboard } from "./dashboard";

const ctx = useTestContext();

describe("getDashboard", () => {
  it("is empty for a new user", async () => {
    const userId = await createUser(ctx);
    expect(await getDashboard(await actAs(ctx, userId))).toMatchObject({
      subscription: null,
      nextGrant: null,
      usage: { totals: { chat: 0, image: 0, video: 0 } },
      firstSteps: { emailVerified: false, gotCredits: false, chatted: false, madeImage: false, madeVideo: false },
      recentGenerations: [],
      recentChats: [],
    });
  });

  it("reads plan, instalments and the newest work in one statement, with dates as Date", async () => {
    const { userId } = await createGeneration(ctx, "image", { status: "completed" });
    for (let hour = 0; hour < 7; hour += 1) {
      const createdAt = new Date(Date.UTC(2026, 2, 9, hour));
      await ctx.db.generationHistory.create({
        data: {
          userId,
          type: "video",
          prompt: "A 'boat'",
          status: "completed",
          creditsUsed: 50,
          metadata: "{}",
          createdAt,
        },
      });
      const lastMessageAt = createdAt;
      await ctx.db.chatSession.create({ data: { userId, title: `Chat ${hour}`, model: "m", lastMessageAt } });
    }
    const subscriptionId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "pro_yearly", subscriptionId }));

    let statements = 0;
    const counted = createDb(ctx.databaseUrl, {
      onStatement: () => {
        statements += 1;
      },
    });
    const dashboard = await getDashboard({ ...(await actAs(ctx, userId)), db: counted });
    await counted.$disconnect();
    expect(statements).toBe(1);

    const subscription = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
    const schedule = await ctx.db.subscriptionCreditSchedule.findUniqueOrThrow({ where: { subscriptionId } });
    expect(dashboard.subscription).toEqual({
      planKey: "pro_yearly",
      status: subscription.status,
      currentPeriodEnd: subscription.currentPeriodEnd,
    });
    expect(dashboard.nextGrant).toEqual({
      at: schedule.nextGrantAt,
      credits: schedule.creditsPerGrant,
      source: "instalment",
      grantsRemaining: schedule.grantsRemaining,
    });
    const { emailVerified: _, ...steps } = dashboard.firstSteps;
    expect(steps).toEqual({ gotCredits: true, chatted: true, madeImage: true, madeVideo: true });
    const generations = await ctx.db.generationHistory.findMany({
      where: { userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: 6,
    });
    expect(generations).toHaveLength(6);
    expect(generations.map((row) => ({ ...row, refunded: false }))).toMatchObject(dashboard.recentGenerations);
    const hours = [6, 5, 4, 3, 2];
    expect(dashboard.recentChats.map(({ title }) => title)).toEqual(hours.map((hour) => `Chat ${hour}`));
    expect(dashboard.recentChats[0]?.lastMessageAt).toEqual(new Date(Date.UTC(2026, 2, 9, 6)));
  });

  it("calls a canceled plan whose period is over ended, also before the provider says so", async () => {
    const userId = await createUser(ctx);
    const id = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: id }));
    const end = ctx.now().getTime();
    for (const [currentPeriodEnd, status] of [
      [new Date(end + 1), "scheduled_cancel"],
      [new Date(end), "canceled"],
    ] as const) {
      await ctx.db.subscription.update({ where: { id }, data: { status: "scheduled_cancel", currentPeriodEnd } });
      expect((await getDashboard(await actAs(ctx, userId))).subscription).toMatchObject({ status, currentPeriodEnd });
    }
  });

  it("shows the subscription that renews, not the one that it replaced, whose period ends later", async () => {
    const userId = await createUser(ctx);
    const id = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: id }));
    await ctx.db.subscription.update({ where: { id }, data: { status: "scheduled_cancel" } });
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
    const { planKey, subscription } = await getDashboard(await actAs(ctx, userId));
    expect([planKey, subscription]).toMatchObject(["pro_monthly", { planKey: "pro_monthly", status: "active" }]);
  });

  it("shows the subscription that is to end, not one that was canceled at once, whose period ends later", async () => {
    const userId = await createUser(ctx);
    const id = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: id }));
    await ctx.db.subscription.update({ where: { id }, data: { status: "canceled" } });
    const laterId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: laterId }));
    await ctx.db.subscription.update({ where: { id: laterId }, data: { status: "scheduled_cancel" } });
    const { planKey, subscription } = await getDashboard(await actAs(ctx, userId));
    expect([planKey, subscription]).toMatchObject([
      "pro_monthly",
      { planKey: "pro_monthly", status: "scheduled_cancel" },
    ]);
  });
});
