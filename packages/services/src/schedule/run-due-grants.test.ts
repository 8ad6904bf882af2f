import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { runDueGrants } from "./run-due-grants";

const ctx = useTestContext();
const SCHEDULES = 500;

async function createSchedule(
  userId: string,
  terms: { nextGrantAt: Date; grantsRemaining?: number; creditsPerGrant?: number },
) {
  const id = randomUUID();
  const { grantsRemaining = 11, creditsPerGrant = 1000, nextGrantAt } = terms;
  const row = { userId, planKey: "starter_yearly" };
  await ctx.db.subscription.create({
    data: {
      ...row,
      id,
      provider: "creem",
      providerSubId: id,
      status: "active",
      currentPeriodEnd: nextGrantAt,
      statusEventAt: nextGrantAt,
    },
  });
  await ctx.db.subscriptionCreditSchedule.create({
    data: {
      ...row,
      id,
      subscriptionId: id,
      creditsPerGrant,
      intervalMonths: 1,
      grantsRemaining,
      totalCreditsRemaining: creditsPerGrant * grantsRemaining,
      nextGrantAt,
    },
  });
  return id;
}

describe("runDueGrants", () => {
  it("grants each of 500 due schedules once, however many of 8 runs meet", async () => {
    const users = await Promise.all(Array.from({ length: SCHEDULES }, () => createUser(ctx)));
    const dueAt = new Date(ctx.now().getTime() - 60_000);
    await Promise.all(users.map((userId) => createSchedule(userId, { nextGrantAt: dueAt })));

    const runs = await Promise.all(
      Array.from({ length: 8 }, () => runDueGrants(ctx, { schedulesMax: SCHEDULES, instalmentsMax: 12 })),
    );
    const granted = runs.flatMap((run) => run.grants);
    expect(granted).toHaveLength(SCHEDULES);
    expect(new Set(granted.map((grant) => grant.scheduleId)).size).toBe(SCHEDULES);
    expect(runs.reduce((sum, run) => sum + run.processed, 0)).toBe(SCHEDULES);
    const balances = await ctx.db.user.findMany({ where: { id: { in: users } }, select: { credits: true } });
    expect(balances.every((user) => user.credits === 1000)).toBe(true);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("adds up for a user with several schedules and any way the runs fall", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 11 }), { minLength: 1, maxLength: 3 }),
        fc.array(
          fc.record({ days: fc.integer({ min: 0, max: 90 }), instalmentsMax: fc.integer({ min: 1, max: 12 }) }),
          { maxLength: 12 },
        ),
        async (remaining, runs) => {
          await ctx.db.subscriptionCreditSchedule.deleteMany();
          const userId = await createUser(ctx);
          let now = new Date("2026-01-31T09:00:00.000Z");
          for (const grantsRemaining of remaining)
            await createSchedule(userId, { nextGrantAt: now, grantsRemaining, creditsPerGrant: 7 });
          const owed = 7 * remaining.reduce((sum, count) => sum + count, 0);
          for (const { days, instalmentsMax } of runs) {
            now = new Date(now.getTime() + days * 86_400_000);
            ctx.setNow(now);
            await runDueGrants(ctx, { schedulesMax: 2, instalmentsMax });
          }
          const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
          const left = await ctx.db.subscriptionCreditSchedule.aggregate({ _sum: { totalCreditsRemaining: true } });
          expect(user.credits + (left._sum.totalCreditsRemaining ?? 0)).toBe(owed);
        },
      ),
      { numRuns: 25 },
    );
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("leaves everything as it was when the run fails", async () => {
    await ctx.db.subscriptionCreditSchedule.deleteMany();
    const userId = await createUser(ctx);
    const id = await createSchedule(userId, {
      nextGrantAt: new Date("2026-01-01T00:00:00.000Z"),
      creditsPerGrant: 2_000_000_000,
      grantsRemaining: 1,
    });
    await ctx.db.user.update({ where: { id: userId }, data: { credits: 2_000_000_000 } });
    await expect(runDueGrants(ctx, { schedulesMax: 10, instalmentsMax: 1 })).rejects.toThrow();
    expect(await ctx.db.subscriptionCreditSchedule.findUnique({ where: { id } })).toMatchObject({ grantsRemaining: 1 });
    expect(await ctx.db.creditLedger.count({ where: { userId } })).toBe(0);
    await ctx.db.user.update({ where: { id: userId }, data: { credits: 0 } });
  });
});
