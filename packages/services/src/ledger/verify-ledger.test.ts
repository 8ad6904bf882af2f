import { randomUUID } from "node:crypto";
import { LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import type { Tx } from "@app/db/client/db";
import { withSingleConnection } from "@app/db/testing/test-database";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lockWaits } from "../../test/database-state";
import { gate } from "../../test/idempotency";
import { deliver, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { adjustCredits } from "../credits/adjust-credits";
import { grantCredits, runGrantingTransaction } from "../credits/grant-credits";
import { spendCredits } from "../credits/spend-credits";
import { runDueGrants } from "../schedule/run-due-grants";
import { verifyLedger } from "./verify-ledger";

const ctx = useTestContext();
const DAY_MS = 24 * 60 * 60 * 1000;

/** Changes the ledger with its triggers disabled for the transaction. */
const tamper = (change: (tx: Tx) => Promise<unknown>) =>
  ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await change(tx);
  });

const checksThatDiffer = async () =>
  [...new Set((await verifyLedger(ctx.db)).differences.map((row) => row.check))].sort();

async function purchase(): Promise<{ userId: string; paymentId: string; subscriptionId: string }> {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  const event = purchaseEvent({ userId, key: "starter_yearly", subscriptionId });
  await deliver(ctx, event);
  return { userId, paymentId: event.object.order.id, subscriptionId };
}

afterEach(() =>
  tamper(async (tx) => {
    await tx.$executeRaw`DELETE FROM credit_ledger`;
    await tx.$executeRaw`DELETE FROM generation_history`;
    await tx.$executeRaw`DELETE FROM payment`;
    await tx.$executeRaw`DELETE FROM subscription_credit_schedule`;
    await tx.$executeRaw`UPDATE "user" SET credits = 0`;
  }),
);

describe("verifyLedger", () => {
  it("finds no difference in correct books", async () => {
    await purchase();
    expect(await verifyLedger(ctx.db)).toMatchObject({ users: 1, entries: 1, payments: 1, differences: [] });
  });

  it("finds no difference in an administrator's adjustments, whatever their reasons", async () => {
    const { userId } = await purchase();
    const admin = await actAs(ctx, await createUser(ctx));
    for (const reason of LEDGER_REASONS)
      for (const amount of [20, -20]) await adjustCredits(admin, { userId, amount, reason });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("finds no difference where a plan was changed and changed back within two weeks, each time for a payment", async () => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
    for (const [days, key] of [
      [0, "starter_monthly"],
      [3, "pro_monthly"],
      [6, "starter_monthly"],
    ] as const) {
      const paidAt = new Date(sale.paidAt.getTime() + days * DAY_MS);
      await deliver(ctx, publishedPaid({ ...sale, key, paidAt }, { transactionId: `tran_${days}` }));
    }
    expect(await verifyLedger(ctx.db)).toMatchObject({ payments: 3, differences: [] });
  });

  it("may read for longer than the statement of a request", async () => {
    await withSingleConnection(ctx.databaseUrl, async (db) => {
      await db.$executeRaw`SET statement_timeout = 50`;
      const locked = gate();
      const holdBack = ctx.db.$transaction(async (tx) => {
        await tx.$executeRaw`LOCK TABLE daily_totals`;
        locked.open();
        await vi.waitFor(async () => expect(await lockWaits(ctx)).toBe(1), { timeout: 4_000 });
        await tx.$executeRaw`SELECT pg_sleep(0.1)`;
      });
      const [{ differences }] = await Promise.all([locked.opened.then(() => verifyLedger(db)), holdBack]);
      expect(differences).toEqual([]);
    });
  });

  it("finds a balance that is not the sum of its ledger", async () => {
    const { userId } = await purchase();
    await ctx.db.user.update({ where: { id: userId }, data: { credits: { increment: 1 } } });
    expect((await verifyLedger(ctx.db)).differences).toEqual([
      { check: "balance is the sum of the ledger", id: userId, expected: "1000", found: "1001" },
    ]);
  });

  it("finds an entry whose balance is not the running sum", async () => {
    const { paymentId } = await purchase();
    await tamper((tx) => tx.$executeRaw`UPDATE credit_ledger SET "balanceAfter" = 999 WHERE id = ${paymentId}`);
    expect(await checksThatDiffer()).toEqual(["balanceAfter is the running sum"]);
  });

  it("finds a payment without its entry and an entry without its payment", async () => {
    const { paymentId } = await purchase();
    await tamper(
      (tx) => tx.$executeRaw`UPDATE credit_ledger SET id = 'other', "paymentId" = 'other' WHERE id = ${paymentId}`,
    );
    expect(await checksThatDiffer()).toEqual(["payment has its entry", "purchase entry has its payment"]);
  });

  it("finds a schedule that does not match its terms", async () => {
    const { subscriptionId } = await purchase();
    await ctx.db.subscriptionCreditSchedule.update({
      where: { subscriptionId },
      data: { totalCreditsRemaining: 12_000 },
    });
    expect(await checksThatDiffer()).toEqual(["schedule agrees with its cycle", "schedule fits its terms"]);
  });

  it("finds no difference while instalments are granted", async () => {
    const { subscriptionId } = await purchase();
    await ctx.db.subscriptionCreditSchedule.update({ where: { subscriptionId }, data: { nextGrantAt: new Date(0) } });
    await runDueGrants(ctx, { schedulesMax: 500, instalmentsMax: 3 });
    expect(await checksThatDiffer()).toEqual([]);
  });

  it("finds no difference in instalments whose ids do not name their schedule, as before 24 November 2026", async () => {
    const { userId, subscriptionId } = await purchase();
    const instalment = { userId, delta: 1000, reason: "subscription_schedule", reference: subscriptionId } as const;
    await runGrantingTransaction(ctx, (tx) => grantCredits(tx, [{ entryId: randomUUID(), ...instalment }], ctx.now()));
    await ctx.db.subscriptionCreditSchedule.update({
      where: { subscriptionId },
      data: { grantsRemaining: 10, totalCreditsRemaining: 10_000 },
    });
    expect(await checksThatDiffer()).toEqual([]);
  });

  it("finds no difference in a schedule that names the payment of another plan, as migration 0016 may have left it", async () => {
    const { userId, subscriptionId } = await purchase();
    const monthly = purchaseEvent({ userId, key: "pro_monthly", subscriptionId });
    await deliver(ctx, monthly);
    const { count } = await ctx.db.subscriptionCreditSchedule.updateMany({
      where: { subscriptionId },
      data: { paymentId: monthly.object.order.id },
    });
    expect(count).toBe(1);
    expect(await checksThatDiffer()).toEqual([]);
  });

  it("finds no difference after a renewal that brought the instalments that were still due", async () => {
    const { userId, subscriptionId } = await purchase();
    const longAgo = new Date(ctx.now().getTime() - 300 * 24 * 60 * 60 * 1000);
    await ctx.db.subscriptionCreditSchedule.update({ where: { subscriptionId }, data: { nextGrantAt: longAgo } });
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
    expect(await ctx.db.creditLedger.count({ where: { userId } })).toBeGreaterThan(2);
    expect(await checksThatDiffer()).toEqual([]);
  });

  it.each([
    ["lost", { grantsRemaining: 9, totalCreditsRemaining: 9_000 }],
    ["came twice", { grantsRemaining: 12, totalCreditsRemaining: 12_000 }],
  ])("finds a schedule whose instalments %s", async (_, data) => {
    const { subscriptionId } = await purchase();
    await ctx.db.subscriptionCreditSchedule.update({ where: { subscriptionId }, data });
    expect(await checksThatDiffer()).toEqual(["schedule agrees with its cycle"]);
  });

  it("finds a generation without its spend and a spend without its generation", async () => {
    const { userId } = await purchase();
    const row = { userId, type: "image", prompt: "", status: "completed", creditsUsed: 20, metadata: "{}" };
    await ctx.db.generationHistory.create({ data: { ...row, id: randomUUID() } });
    await spendCredits(ctx, {
      entryId: randomUUID(),
      userId,
      costCredits: 20,
      reason: "image_generation",
      reference: "gone",
      now: ctx.now(),
      claimedKey: undefined,
    });
    expect(await checksThatDiffer()).toEqual(["generation has its spend", "spend has its generation"]);
  });
});
