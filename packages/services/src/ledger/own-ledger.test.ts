import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { exportLedger } from "./list-ledger";
import { listOwnLedger } from "./own-ledger";

const ctx = useTestContext();
const ENTRIES = 2_345;

async function addEntry(
  userId: string,
  entry: { reason: string; delta: number; paymentId?: string; createdAt?: Date },
) {
  await ctx.db.creditLedger.create({ data: { id: randomUUID(), userId, balanceAfter: 0, ...entry } });
}

async function allOf(userId: string) {
  const entries = [];
  for await (const page of exportLedger(await actAs(ctx, userId), {})) entries.push(...page);
  return entries;
}

describe("listOwnLedger", () => {
  it("returns the reference of each entry, of the user's own rows only", async () => {
    const userId = await createUser(ctx);
    const strangerId = await createUser(ctx);
    const order = purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` });
    await deliver(ctx, order);
    const chat = { userId, title: "Boats", model: "m", lastMessageAt: ctx.now() };
    const own = await ctx.db.chatSession.create({ data: chat });
    const foreign = await ctx.db.chatSession.create({ data: { ...chat, userId: strangerId } });
    const image = await ctx.db.generationHistory.create({
      data: { userId, type: "image", prompt: "a boat", status: "completed", creditsUsed: 20, metadata: "{}" },
    });
    await addEntry(userId, { reason: "chat_usage", delta: -10, paymentId: own.id });
    await addEntry(userId, { reason: "chat_usage", delta: -10, paymentId: foreign.id });
    await addEntry(userId, { reason: "image_generation", delta: -20, paymentId: image.id });
    await addEntry(userId, { reason: "refund", delta: 20, paymentId: image.id });
    await addEntry(userId, { reason: "refund", delta: -1_000, paymentId: order.object.order.id });
    await addEntry(userId, { reason: "refund", delta: 10, paymentId: own.id });
    await addEntry(userId, { reason: "refund", delta: 10, paymentId: foreign.id });
    await addEntry(userId, { reason: "subscription_schedule", delta: 5, paymentId: "sub_1" });
    await addEntry(userId, { reason: "subscription_cycle", delta: 5, paymentId: "sub_1" });
    await addEntry(userId, { reason: "bonus", delta: 5 });
    const { items } = await listOwnLedger(await actAs(ctx, userId), {});
    const generation = { kind: "generation", id: image.id, type: "image", title: "a boat" };
    expect(items.map(({ reference }) => reference)).toEqual([
      null,
      { kind: "subscription", id: "sub_1" },
      { kind: "subscription", id: "sub_1" },
      null,
      { kind: "chat", id: own.id, title: "Boats" },
      { kind: "payment", id: order.object.order.id },
      generation,
      generation,
      null,
      { kind: "chat", id: own.id, title: "Boats" },
      { kind: "payment", id: order.object.order.id },
    ]);
  });

  it("filters by kind and by time", async () => {
    const userId = await createUser(ctx);
    const day = (date: number) => new Date(Date.UTC(2026, 1, date));
    await addEntry(userId, { reason: "chat_usage", delta: -10, createdAt: day(1) });
    await addEntry(userId, { reason: "chat_usage", delta: -10, createdAt: day(2) });
    await addEntry(userId, { reason: "bonus", delta: 5, createdAt: day(2) });
    await addEntry(userId, { reason: "sorry", delta: 6, createdAt: day(3) });
    const user = await actAs(ctx, userId);
    const reasons = async (filter: Parameters<typeof listOwnLedger>[1]) =>
      (await listOwnLedger(user, filter)).items.map(({ reason }) => reason);
    expect(await reasons({ kind: "chat", from: day(2) })).toEqual(["chat_usage"]);
    expect(await reasons({ kind: "adjustment" })).toEqual(["sorry", "bonus"]);
    expect(await reasons({ until: day(2) })).toEqual(["chat_usage"]);
    expect(await reasons({ kind: "video" })).toEqual([]);
  });
});

describe("exportLedger", () => {
  it("returns every entry of the user once, newest first", async () => {
    const [userId, strangerId] = [await createUser(ctx), await createUser(ctx, 50)];
    await ctx.db.$executeRaw`
      INSERT INTO credit_ledger (id, "userId", delta, reason, "balanceAfter")
      SELECT ${userId} || n, ${userId}, 1, 'test', n FROM generate_series(1, ${ENTRIES}::int) AS n`;
    const entries = await allOf(userId);
    expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual(
      Array.from({ length: ENTRIES }, (_, index) => ENTRIES - index),
    );
    expect(await allOf(strangerId)).toHaveLength(1);
  });
});
