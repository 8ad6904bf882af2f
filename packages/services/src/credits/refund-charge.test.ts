import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { createUser, useTestContext } from "../../test/test-context";
import { finishGeneration } from "../history/finish-generation";
import { verifyLedger } from "../ledger/verify-ledger";
import { refundCharge } from "./refund-charge";

const ctx = useTestContext();
const REFUNDS_AT_ONCE = 10;

const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
const refundsOf = (userId: string) => ctx.db.creditLedger.findMany({ where: { userId, reason: "refund" } });
const refund = (generation: { id: string; userId: string; creditsUsed: number }) =>
  ctx.db.$transaction((tx) => refundCharge(tx, generation, { now: ctx.now() }));

describe("refundCharge", () => {
  it.each([
    ["image", 20],
    ["video", 50],
  ] as const)("returns what an %s cost, with its entry", async (type, creditsUsed) => {
    const { id, userId } = await createGeneration(ctx, type);
    expect(await refund({ id, userId, creditsUsed })).toBe(true);
    expect(await creditsOf(userId)).toBe(creditsUsed);
    expect(await refundsOf(userId)).toMatchObject([
      { id: `refund:${id}`, delta: creditsUsed, paymentId: id, balanceAfter: creditsUsed },
    ]);
  });

  it("returns it once, of any number at once and later", async () => {
    const { id, userId } = await createGeneration(ctx, "image");
    const generation = { id, userId, creditsUsed: 20 };
    const refunds = await Promise.all(Array.from({ length: REFUNDS_AT_ONCE }, () => refund(generation)));
    expect(refunds.filter((refunded) => refunded)).toHaveLength(1);
    expect(await refund(generation)).toBe(false);
    expect(await creditsOf(userId)).toBe(20);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("returns it to the limit of the API key as well", async () => {
    const { id, userId } = await createGeneration(ctx, "image");
    const key = await ctx.db.apiKey.create({
      data: { userId, name: "key", prefix: "gm_", scopes: [], keyHash: id, creditsUsed: 30 },
    });
    await ctx.db.$executeRaw`ALTER TABLE credit_ledger DISABLE TRIGGER USER`;
    await ctx.db.creditLedger.updateMany({ where: { paymentId: id }, data: { apiKeyId: key.id } });
    await ctx.db.$executeRaw`ALTER TABLE credit_ledger ENABLE TRIGGER USER`;
    await refund({ id, userId, creditsUsed: 20 });
    expect(await ctx.db.apiKey.findUnique({ where: { id: key.id } })).toMatchObject({ creditsUsed: 10 });
    expect(await refundsOf(userId)).toMatchObject([{ apiKeyId: key.id }]);
  });

  it("returns nothing for what was never charged", async () => {
    const userId = await createUser(ctx);
    expect(await refund({ id: "never charged", userId, creditsUsed: 20 })).toBe(false);
    expect(await creditsOf(userId)).toBe(0);
  });
});

describe("a failed generation", () => {
  const failed = { status: "failed", error: "No boats today" } as const;

  it("keeps its charge, as specified", async () => {
    const { id, userId } = await createGeneration(ctx, "image");
    expect(await finishGeneration(ctx, id, failed)).toBe(true);
    expect(await creditsOf(userId)).toBe(0);
  });

  it("returns its charge once where that is the policy", async () => {
    const generous = { ...ctx, config: { ...ctx.config, refundFailedGenerations: true } };
    const { id, userId } = await createGeneration(ctx, "video");
    const ends = await Promise.all([1, 2, 3].map(() => finishGeneration(generous, id, failed)));
    expect(ends.filter((ended) => ended)).toHaveLength(1);
    expect(await creditsOf(userId)).toBe(50);
    expect(await refundsOf(userId)).toHaveLength(1);
  });

  it("returns nothing once it was delivered", async () => {
    const generous = { ...ctx, config: { ...ctx.config, refundFailedGenerations: true } };
    const { id, userId } = await createGeneration(ctx, "image");
    await finishGeneration(generous, id, { status: "completed", resultUrl: "https://files.example/boat.png" });
    expect(await finishGeneration(generous, id, failed)).toBe(false);
    expect(await creditsOf(userId)).toBe(0);
    expect(await ctx.db.generationHistory.findUnique({ where: { id } })).toMatchObject({
      status: "completed",
      error: null,
    });
  });
});
