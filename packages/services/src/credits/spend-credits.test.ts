import { randomUUID } from "node:crypto";
import { createDb, Prisma } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { spendCredits } from "./spend-credits";
import type { CompanionWrites } from "./write-spends";

const ctx = useTestContext();
const spend = (userId: string, costCredits: number) => ({
  entryId: randomUUID(),
  userId,
  costCredits,
  reason: "chat_usage" as const,
  reference: randomUUID(),
  now: ctx.now(),
  claimedKey: undefined,
});

const SESSION: CompanionWrites<string> = {
  write: (owners) => Prisma.sql`, history AS (
    INSERT INTO chat_session (id, "userId", title, model, "lastMessageAt", "updatedAt")
    SELECT reference, owner, '', '', at, at
    FROM granted JOIN unnest(${owners}::text[]) WITH ORDINALITY AS row(owner, position) USING (position))`,
};

describe("spendCredits", () => {
  it("takes the credits and writes the entry with the balance after it", async () => {
    const userId = await createUser(ctx, 30);
    const order = spend(userId, 20);
    expect(await spendCredits(ctx, order)).toMatchObject({ spent: true, remainingCredits: 10 });
    const [entry] = await ctx.db.creditLedger.findMany({ where: { userId, reason: "chat_usage" } });
    expect(entry).toMatchObject({
      id: order.entryId,
      delta: -20,
      paymentId: order.reference,
      balanceAfter: 10,
      createdAt: order.now,
    });
  });

  it("writes the same entry once: the second attempt takes nothing, and has the result of the first", async () => {
    const userId = await createUser(ctx, 30);
    const order = spend(userId, 10);
    await spendCredits(ctx, order);
    await spendCredits(ctx, spend(userId, 5));
    expect(await spendCredits(ctx, order)).toMatchObject({ spent: true, remainingCredits: 20 });
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 15 });
  });

  it("fails where its statement has written nothing", async () => {
    const userId = await createUser(ctx, 30);
    const other = await createUser(ctx, 30);
    const order = spend(userId, 10);
    await spendCredits(ctx, { ...order, userId: other });
    await expect(spendCredits(ctx, order)).rejects.toThrow();
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 30 });
  });

  it("takes the last credit but never one more", async () => {
    const userId = await createUser(ctx, 20);
    expect(await spendCredits(ctx, spend(userId, 20))).toMatchObject({ spent: true, remainingCredits: 0 });
    expect(await spendCredits(ctx, spend(userId, 1))).toEqual({ spent: false, remainingCredits: 0 });
    expect(await ctx.db.creditLedger.count({ where: { userId, reason: "chat_usage" } })).toBe(1);
  });

  it("spends nothing of a debt, and nothing of an unknown user", async () => {
    const debtor = await createUser(ctx, -5);
    expect(await spendCredits(ctx, spend(debtor, 10))).toEqual({ spent: false, remainingCredits: -5 });
    expect(await spendCredits(ctx, spend("nobody", 10))).toEqual({ spent: false, remainingCredits: 0 });
  });

  it("lets exactly the affordable number of 100 concurrent spends pass", async () => {
    const userId = await createUser(ctx, 50);
    const results = await Promise.all(Array.from({ length: 100 }, () => spendCredits(ctx, spend(userId, 10))));
    expect(results.filter((result) => result.spent)).toHaveLength(5);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 0 });
    const entries = await ctx.db.creditLedger.findMany({
      where: { userId, reason: "chat_usage" },
      orderBy: { seq: "asc" },
    });
    expect(entries.map((entry) => entry.balanceAfter)).toEqual([40, 30, 20, 10, 0]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("takes nothing when its companion write fails, and lets the other spends of its batch pass", async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(ctx, 100)));
    const orders = users.map((userId) => spend(userId, 10));
    const results = await Promise.allSettled(
      orders.map((order, index) => spendCredits(ctx, order, SESSION, index === 3 ? "nobody" : order.userId)),
    );
    expect(results.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, false, true, true]);
    const credits = await Promise.all(users.map((id) => ctx.db.user.findUniqueOrThrow({ where: { id } })));
    expect(credits.map((user) => user.credits)).toEqual([90, 90, 90, 100, 90, 90]);
    const references = orders.map(({ reference }) => reference);
    expect(await ctx.db.creditLedger.count({ where: { paymentId: { in: references } } })).toBe(5);
    expect(await ctx.db.chatSession.count({ where: { id: { in: references } } })).toBe(5);
  });

  it("grants concurrent spends of a user in their order, and after a refusal those that the balance still pays for", async () => {
    const userId = await createUser(ctx, 50);
    const costs = [20, 40, 20, 10];
    const results = await Promise.all(costs.map((cost) => spendCredits(ctx, spend(userId, cost))));
    expect(results[0]).toMatchObject({ spent: true, remainingCredits: 30 });
    expect(results[1]?.spent).toBe(false);
    expect(results.slice(2).map(({ spent }) => spent)).toEqual([true, true]);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 0 });
  });

  it("charges once under one key, also when both charges are in one statement", async () => {
    const userId = await createUser(ctx, 100);
    const key = { userId, key: "a key", requestHash: "", lockedUntil: ctx.now(), expiresAt: ctx.now() };
    await ctx.db.idempotencyKey.create({ data: key });
    const orders = Array.from({ length: 4 }, () => ({ ...spend(userId, 10), claimedKey: "a key" }));
    const results = await Promise.allSettled(orders.map((order) => spendCredits(ctx, order)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
    }
    expect(await ctx.db.creditLedger.count({ where: { userId, reason: "chat_usage" } })).toBe(1);
  });

  it("sends concurrent spends as one statement", async () => {
    const users = await Promise.all(Array.from({ length: 40 }, () => createUser(ctx, 10)));
    const sent: string[] = [];
    const counted = createDb(ctx.databaseUrl, { onStatement: ({ sql }) => sent.push(sql) });
    await Promise.all(users.map((userId) => spendCredits({ db: counted }, spend(userId, 10))));
    await counted.$disconnect();
    expect(sent).toHaveLength(1);
  });
});

describe("spendCredits with an API key", () => {
  const createKey = (userId: string, columns: { creditLimit?: number; revokedAt?: Date } = {}) =>
    ctx.db.apiKey.create({
      data: { userId, name: "key", prefix: "gm_", scopes: [], keyHash: randomUUID(), ...columns },
    });
  const usedOf = async (id: string) => (await ctx.db.apiKey.findUniqueOrThrow({ where: { id } })).creditsUsed;

  it("spends to the limit and not a credit more, whatever runs at the same time in two processes", async () => {
    const other = createDb(ctx.databaseUrl);
    const userId = await createUser(ctx, 10_000);
    const keys = [await createKey(userId, { creditLimit: 95 }), await createKey(userId, { creditLimit: 40 })];
    const unlimited = await createKey(userId);
    const orders = Array.from({ length: 120 }, (_, index) => ({
      ...spend(userId, 10 + (index % 2) * 10),
      apiKeyId: [keys[0]?.id, keys[1]?.id, unlimited.id, undefined][index % 4],
    }));
    const results = await Promise.allSettled(
      orders.map((order, index) => spendCredits({ db: index % 3 === 0 ? other : ctx.db }, order)),
    );
    await other.$disconnect();
    const refusals = results.filter((result) => result.status === "rejected").map(({ reason }) => reason.message);
    expect(new Set(refusals)).toEqual(new Set(["API key credit limit reached"]));
    // Costs of a key are all the same here: its position among the four decides between 10 and 20.
    expect(await usedOf(keys[0]?.id ?? "")).toBe(90);
    expect(await usedOf(keys[1]?.id ?? "")).toBe(40);
    expect(await usedOf(unlimited.id)).toBe(30 * 10);
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits).toBe(10_000 - 90 - 40 - 300 - 600);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("refuses a key that was revoked after the request began", async () => {
    const userId = await createUser(ctx, 100);
    const { id: apiKeyId } = await createKey(userId, { revokedAt: ctx.now() });
    await expect(spendCredits(ctx, { ...spend(userId, 10), apiKeyId })).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("counts together with an Idempotency-Key and companion writes", async () => {
    const userId = await createUser(ctx, 100);
    const { id: apiKeyId } = await createKey(userId, { creditLimit: 10 });
    const data = { userId, key: "once", requestHash: "", lockedUntil: ctx.now(), expiresAt: ctx.now() };
    await ctx.db.idempotencyKey.create({ data });
    const order = { ...spend(userId, 10), apiKeyId, claimedKey: "once" };
    expect(await spendCredits(ctx, order, SESSION, userId)).toMatchObject({ spent: true, remainingCredits: 90 });
    expect(await usedOf(apiKeyId)).toBe(10);
    await expect(spendCredits(ctx, { ...spend(userId, 10), apiKeyId }, SESSION, userId)).rejects.toMatchObject({
      fields: { remainingCredits: 90 },
    });
  });
});
