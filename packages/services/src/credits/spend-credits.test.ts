import { randomUUID } from "node:crypto";
import { Prisma } from "@app/db/client";
import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { spendCredits } from "./spend-credits";

const ctx = useTestContext();
const spend = (userId: string, costCredits: number) => ({
  userId,
  costCredits,
  reason: "chat_usage" as const,
  reference: randomUUID(),
  now: ctx.now(),
  claimedKey: undefined,
});

describe("spendCredits", () => {
  it("takes the credits and writes the entry with the balance after it", async () => {
    const userId = await createUser(ctx, 30);
    const order = spend(userId, 20);
    expect(await spendCredits(ctx.db, order)).toEqual({ spent: true, remainingCredits: 10 });
    const [entry] = await ctx.db.creditLedger.findMany({ where: { userId, reason: "chat_usage" } });
    expect(entry).toMatchObject({ delta: -20, paymentId: order.reference, balanceAfter: 10, createdAt: order.now });
  });

  it("takes the last credit but never one more", async () => {
    const userId = await createUser(ctx, 20);
    expect(await spendCredits(ctx.db, spend(userId, 20))).toEqual({ spent: true, remainingCredits: 0 });
    expect(await spendCredits(ctx.db, spend(userId, 1))).toEqual({ spent: false, remainingCredits: 0 });
    expect(await ctx.db.creditLedger.count({ where: { userId, reason: "chat_usage" } })).toBe(1);
  });

  it("spends nothing of a debt and nothing for nobody", async () => {
    const debtor = await createUser(ctx, -5);
    expect(await spendCredits(ctx.db, spend(debtor, 10))).toEqual({ spent: false, remainingCredits: -5 });
    expect(await spendCredits(ctx.db, spend("nobody", 10))).toEqual({ spent: false, remainingCredits: 0 });
  });

  it("lets exactly the affordable number of 100 concurrent spends pass", async () => {
    const userId = await createUser(ctx, 50);
    const results = await Promise.all(Array.from({ length: 100 }, () => spendCredits(ctx.db, spend(userId, 10))));
    expect(results.filter((result) => result.spent)).toHaveLength(5);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 0 });
    const entries = await ctx.db.creditLedger.findMany({
      where: { userId, reason: "chat_usage" },
      orderBy: { seq: "asc" },
    });
    expect(entries.map((entry) => entry.balanceAfter)).toEqual([40, 30, 20, 10, 0]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("takes nothing when what is to be written with it fails", async () => {
    const userId = await createUser(ctx, 100);
    const failing = Prisma.sql`, history AS (
      INSERT INTO chat_session (id, "userId", title, model, "lastMessageAt", "updatedAt")
      SELECT id, 'nobody', '', '', now(), now() FROM spent)`;
    await expect(spendCredits(ctx.db, spend(userId, 10), failing)).rejects.toThrow();
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 100 });
    expect(await ctx.db.creditLedger.count({ where: { userId, reason: "chat_usage" } })).toBe(0);
  });
});
