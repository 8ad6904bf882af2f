import { randomUUID } from "node:crypto";
import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import type { WebhookEvent } from "@app/core/webhooks/webhook-events";
import { webhookPayloads } from "@app/core/webhooks/webhook-payloads";
import { Prisma } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
import { changeSubscription } from "../admin/subscriptions";
import { expireSubscriptions } from "../billing/subscriptions";
import { adjustCredits } from "../credits/adjust-credits";
import { grantCredits } from "../credits/grant-credits";
import { spendCredits, spendCreditsWithin } from "../credits/spend-credits";
import type { Spend } from "../credits/write-spends";
import { beginGeneration } from "../history/begin-generation";
import { finishGeneration } from "../history/finish-generation";
import { pauseOwnEndpoint } from "./endpoints";
import { deliveryJobKey } from "./publish";

const ctx = useTestContext();

/** The events of an endpoint in their order, each valid by its schema. */
async function eventsOf(endpointId: string) {
  const rows = await ctx.db.webhookDelivery.findMany({ where: { endpointId }, orderBy: { seq: "asc" } });
  return rows.map(({ type, payload }) => {
    const event = webhookPayloads[type as WebhookEvent].parse(JSON.parse(payload));
    expect(Object.keys(event)).toEqual(["type", "timestamp", "data"]);
    expect(Object.keys(event.data)).toEqual(Object.keys(JSON.parse(payload).data));
    return event;
  });
}

const jobsOf = (endpointId: string) => readJobs(ctx, deliveryJobKey(endpointId));

const spendOf = (userId: string, costCredits: number, more: Partial<Spend> = {}): Spend => ({
  entryId: randomUUID(),
  userId,
  costCredits,
  reason: "chat_usage",
  reference: "a session",
  now: ctx.now(),
  claimedKey: undefined,
  lowThreshold: 100,
  ...more,
});

const image = {
  type: "image",
  prompt: "a boat",
  imageUrl: null,
  costCredits: IMAGE_COST_CREDITS,
  status: "processing",
  metadata: {},
} as const;

describe("credits.low", () => {
  it("is written with the spend that crosses the threshold, once, with a job", async () => {
    const { userId, endpointId } = await createTestEndpoint(ctx, { credits: 130 });
    for (const cost of [20, 10, 10, 5]) await spendCredits(ctx, spendOf(userId, cost));
    expect(await eventsOf(endpointId)).toEqual([
      { type: "credits.low", timestamp: ctx.now().toISOString(), data: { balance: 100, threshold: 100 } },
    ]);
    expect(await jobsOf(endpointId)).toMatchObject([{ task: "deliver-webhooks" }]);
  });

  it("is written once when spends share a statement, and again after the balance was above it again", async () => {
    const { userId, endpointId } = await createTestEndpoint(ctx, { credits: 150, events: ["credits.low"] });
    await Promise.all(Array.from({ length: 12 }, () => spendCredits(ctx, spendOf(userId, 10))));
    await ctx.db.$transaction((tx) =>
      grantCredits(tx, [{ entryId: randomUUID(), userId, delta: 100, reason: "bonus", reference: null }], ctx.now()),
    );
    await spendCredits(ctx, spendOf(userId, 50));
    expect((await eventsOf(endpointId)).map(({ data }) => data)).toEqual([
      { balance: 100, threshold: 100 },
      { balance: 80, threshold: 100 },
    ]);
    expect(await jobsOf(endpointId)).toHaveLength(1);
  });

  it("is not written by a refused spend, without a threshold, or for another user", async () => {
    const { userId, endpointId } = await createTestEndpoint(ctx, { credits: 110 });
    const other = await createUser(ctx, 110);
    expect(await spendCredits(ctx, spendOf(userId, 500))).toMatchObject({ spent: false });
    await spendCredits(ctx, spendOf(userId, 20, { lowThreshold: undefined }));
    await spendCredits(ctx, spendOf(other, 20));
    expect(await eventsOf(endpointId)).toEqual([]);
  });
});

describe("credits.granted", () => {
  it("is written for purchases and adjustments, but not for refunds and what is taken", async () => {
    const { userId, user, endpointId } = await createTestEndpoint(ctx, { events: ["credits.granted"] });
    const orderId = `ord_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "pack_200", orderId }));
    await adjustCredits(user, { userId, amount: 50, reason: "bonus" });
    await adjustCredits(user, { userId, amount: -50, reason: "violation_penalty" });
    const refund = { entryId: randomUUID(), userId, delta: 10, reason: "refund", reference: null };
    await ctx.db.$transaction((tx) => grantCredits(tx, [refund], ctx.now()));
    const data = (await eventsOf(endpointId)).map((event) => event.data);
    expect(data).toEqual([
      { id: orderId, credits: 200, reason: "one_time_pack", reference: orderId, balance: 200 },
      { id: expect.any(String), credits: 50, reason: "bonus", reference: null, balance: 250 },
    ]);
  });
});

describe("generation.*", () => {
  it("is written with the end of an image or video", async () => {
    const { user, endpointId } = await createTestEndpoint(ctx, { credits: 1_000 });
    const done = await beginGeneration(user, image);
    const failed = await beginGeneration(user, { ...image, type: "video", status: "pending" });
    await finishGeneration(ctx, done.id, { status: "completed", resultUrl: "https://files.test/a.webp" });
    await finishGeneration(ctx, failed.id, { status: "failed", error: "No luck" });
    await finishGeneration(ctx, done.id, { status: "failed", error: "ended already" });
    const createdAt = ctx.now().toISOString();
    const common = { taskId: null, creditsUsed: IMAGE_COST_CREDITS, createdAt };
    expect((await eventsOf(endpointId)).map(({ type, data }) => [type, data])).toEqual([
      [
        "generation.completed",
        { id: done.id, kind: "image", ...common, status: "completed", resultUrl: "https://files.test/a.webp" },
      ],
      ["generation.failed", { id: failed.id, kind: "video", ...common, status: "failed", error: "No luck" }],
    ]);
  });
});

describe("subscription.updated", () => {
  it("is written for a new one and for every change of status or plan, and for nothing else", async () => {
    const { userId, user, endpointId } = await createTestEndpoint(ctx, { events: ["subscription.updated"] });
    const subscriptionId = `sub_${randomUUID()}`;
    const changes = async () =>
      (await eventsOf(endpointId)).map(({ data }) => {
        const { id, previousStatus, status, previousPlanKey, planKey } = data as Record<string, string | null>;
        expect(id).toBe(subscriptionId);
        return `${previousPlanKey} ${previousStatus} → ${planKey} ${status}`;
      });
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId }));
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId }));
    const lifecycle = (eventType: string, status: string) => ({
      id: `evt_${randomUUID()}`,
      eventType,
      created_at: ctx.now().getTime() + 1_000,
      object: { id: subscriptionId, object: "subscription", status },
    });
    await deliver(ctx, lifecycle("subscription.past_due", "past_due"));
    await deliver(ctx, lifecycle("subscription.active", "active"));
    await changeSubscription(user, { userId, action: "upgrade", planKey: "pro_monthly" });
    const before = ctx.now();
    ctx.setNow(new Date("2026-06-10T12:00:00.000Z"));
    await expireSubscriptions(ctx);
    await changeSubscription(user, { userId, action: "cancel", planKey: "free" });
    ctx.setNow(before);
    expect(await changes()).toEqual([
      "null null → starter_monthly active",
      "starter_monthly active → starter_monthly past_due",
      "starter_monthly past_due → starter_monthly active",
      "starter_monthly active → pro_monthly active",
      "pro_monthly active → pro_monthly expired",
      "pro_monthly expired → pro_monthly canceled",
    ]);
  });
});

describe("an event", () => {
  it("leaves neither a row nor a job when its transaction rolls back", async () => {
    const { userId, endpointId } = await createTestEndpoint(ctx, { credits: 110 });
    const rolledBack = ctx.db.$transaction(async (tx) => {
      await spendCreditsWithin(tx, spendOf(userId, 20), { write: () => Prisma.empty }, null);
      await grantCredits(
        tx,
        [{ entryId: randomUUID(), userId, delta: 5, reason: "bonus", reference: null }],
        ctx.now(),
      );
      expect(await tx.webhookDelivery.count({ where: { endpointId } })).toBe(2);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect(await eventsOf(endpointId)).toEqual([]);
    expect(await jobsOf(endpointId)).toEqual([]);
  });

  it("is written for each endpoint that wants it, and for none that is paused", async () => {
    const { userId, user, endpointId } = await createTestEndpoint(ctx, { credits: 110 });
    const others = {
      second: await createTestEndpoint(ctx, { userId, events: ["credits.low"] }),
      unconcerned: await createTestEndpoint(ctx, { userId, events: ["generation.failed"] }),
      paused: await createTestEndpoint(ctx, { userId }),
    };
    await pauseOwnEndpoint(user, { endpointId: others.paused.endpointId });
    await spendCredits(ctx, spendOf(userId, 20));
    const ids = [endpointId, others.second.endpointId, others.unconcerned.endpointId, others.paused.endpointId];
    expect(await Promise.all(ids.map(async (id) => (await eventsOf(id)).length))).toEqual([1, 1, 0, 0]);
    expect(await Promise.all(ids.map(async (id) => (await jobsOf(id)).length))).toEqual([1, 1, 0, 0]);
  });

  it("of a user without endpoints writes nothing", async () => {
    const before = await ctx.db.webhookDelivery.count();
    const user = await actAs(ctx, await createUser(ctx, 105));
    const { id } = await beginGeneration(user, image);
    await finishGeneration(ctx, id, { status: "failed", error: "No luck" });
    expect(await ctx.db.webhookDelivery.count()).toBe(before);
  });
});
