import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliver, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { runDueGrants } from "../schedule/run-due-grants";
import { replayWebhookEvent } from "./receive-webhook";

const ctx = useTestContext();
const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

/** Makes one statement of the transaction fail, once its table is reached. */
async function withBrokenTable<T>(table: string, run: () => Promise<T>): Promise<T> {
  await ctx.db.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO broken_table`);
  try {
    return await run();
  } finally {
    await ctx.db.$executeRawUnsafe(`ALTER TABLE broken_table RENAME TO ${table.split(".").at(-1)}`);
  }
}

describe("recordPurchase", () => {
  it("grants a payment once, in 20 deliveries at once and any number later", async () => {
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await Promise.all(Array.from({ length: 20 }, () => deliver(ctx, event)));
    await deliver(ctx, event);
    expect(await creditsOf(userId)).toBe(200);
    expect(await ctx.db.payment.count({ where: { userId } })).toBe(1);
    const outcomes = await ctx.db.webhookEvent.groupBy({
      by: ["outcome"],
      where: { userId },
      _count: true,
      orderBy: { outcome: "asc" },
    });
    expect(outcomes.map(({ outcome, _count }) => [outcome, _count])).toEqual([
      ["duplicate", 20],
      ["granted", 1],
    ]);
  });

  it.each(["credit_ledger", "subscription", "subscription_credit_schedule"])(
    "writes all or nothing when %s cannot be written, and a replay completes it",
    async (table) => {
      const userId = await createUser(ctx);
      const event = purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` });
      await expect(withBrokenTable(table, () => deliver(ctx, event))).rejects.toThrow();
      expect(await creditsOf(userId)).toBe(0);
      expect(await ctx.db.payment.count({ where: { userId } })).toBe(0);

      const stored = await ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
      expect(stored.outcome).toBe("received");
      expect(await replayWebhookEvent(ctx, stored.id)).toMatchObject({ outcome: "granted" });
      expect(await replayWebhookEvent(ctx, stored.id)).toMatchObject({ outcome: "duplicate" });
      expect(await creditsOf(userId)).toBe(1000);
    },
  );

  it("queues the confirmation mail with the payment, once", async () => {
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await Promise.all([deliver(ctx, event), deliver(ctx, event)]);
    const jobs = await ctx.db.$queryRaw<{ task: string }[]>`
      SELECT task_identifier AS task FROM graphile_worker.jobs WHERE key = ${`purchase-confirmation:${event.object.order.id}`}`;
    expect(jobs).toEqual([{ task: "send-purchase-confirmation" }]);
  });

  it.each([
    ["alone", async () => undefined],
    ["while the periodic job pays it too", () => runDueGrants(ctx, { schedulesMax: 500, instalmentsMax: 12 })],
  ])("pays out what the old cycle owes before a renewal resets it, %s", async (_how, meanwhile) => {
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    ctx.setNow(new Date("2026-01-31T10:00:00.000Z"));
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
    ctx.setNow(new Date("2027-01-31T10:00:00.000Z"));
    const renewal = purchaseEvent({ userId, key: "starter_yearly", subscriptionId, eventType: "subscription.paid" });
    await Promise.all([deliver(ctx, renewal), meanwhile()]);
    expect(await creditsOf(userId)).toBe(13_000);
    expect(await ctx.db.subscriptionCreditSchedule.findUnique({ where: { subscriptionId } })).toMatchObject({
      grantsRemaining: 11,
      totalCreditsRemaining: 11_000,
      nextGrantAt: new Date("2027-02-28T10:00:00.000Z"),
    });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("pays out all of a year that was recorded late before its renewal starts the next one", async () => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_yearly", paidAt: new Date("2026-01-10T10:00:00.000Z") });
    // The service was down for more than a month, so that the last instalments fall into the next year.
    ctx.setNow(new Date("2026-03-20T10:00:00.000Z"));
    await deliver(ctx, publishedPaid(sale));
    ctx.setNow(new Date("2027-01-10T10:00:02.000Z"));
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    expect(await creditsOf(userId)).toBe(13_000);
    const { subscriptionId } = sale;
    expect(await ctx.db.subscriptionCreditSchedule.findUnique({ where: { subscriptionId } })).toMatchObject({
      grantsRemaining: 11,
      totalCreditsRemaining: 11_000,
    });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("enters each instalment under its schedule and number, and gives every cycle a schedule of its own", async () => {
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    const scheduleId = async () =>
      (await ctx.db.subscriptionCreditSchedule.findUniqueOrThrow({ where: { subscriptionId } })).id;
    ctx.setNow(new Date("2026-01-31T10:00:00.000Z"));
    const first = purchaseEvent({ userId, key: "starter_yearly", subscriptionId });
    await deliver(ctx, first);
    const firstCycle = await scheduleId();
    ctx.setNow(new Date("2026-03-31T10:00:00.000Z"));
    await runDueGrants(ctx, { schedulesMax: 500, instalmentsMax: 1 });
    const renewal = purchaseEvent({ userId, key: "starter_yearly", subscriptionId, eventType: "subscription.paid" });
    await deliver(ctx, renewal);
    const secondCycle = await scheduleId();
    ctx.setNow(new Date("2026-04-30T10:00:00.000Z"));
    await runDueGrants(ctx, { schedulesMax: 500, instalmentsMax: 1 });
    const entries = await ctx.db.creditLedger.findMany({ where: { userId }, orderBy: { seq: "asc" } });
    expect(entries.map(({ id }) => id)).toEqual([
      first.object.order.id,
      `${firstCycle}:11`,
      `${firstCycle}:10`,
      renewal.object.order.id,
      `${secondCycle}:11`,
    ]);
    expect(secondCycle).not.toBe(firstCycle);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("keeps the plan of the newest event when an older one comes late", async () => {
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    const renewal = {
      ...purchaseEvent({ userId, key: "pro_monthly", subscriptionId }),
      created_at: Date.parse("2026-05-02"),
    };
    const first = {
      ...purchaseEvent({ userId, key: "starter_monthly", subscriptionId }),
      created_at: Date.parse("2026-04-02"),
    };
    await deliver(ctx, renewal);
    await deliver(ctx, first);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({
      planKey: "pro_monthly",
      credits: 11_000,
    });
    expect(await ctx.db.subscription.findUnique({ where: { id: subscriptionId } })).toMatchObject({
      planKey: "pro_monthly",
    });
  });
});
