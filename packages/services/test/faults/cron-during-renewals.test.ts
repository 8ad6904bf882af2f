import { randomUUID } from "node:crypto";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { describe, expect, it } from "vitest";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import { runDueGrants } from "../../src/schedule/run-due-grants";
import { deliver, purchaseEvent } from "../provider-events";
import { createUser, useTestContext } from "../test-context";

const SCHEDULES = faultScale({ short: 50, long: 500 });
const RENEWALS = faultScale({ short: 20, long: 200 });
const INSTALMENTS_DUE = 11;
const CREDITS_PER_GRANT = 1_000;
const RUNNERS = 4;
const RENEWALS_AT_ONCE = 5;
/** Small, so that there are many runs and most of them overlap with renewals. */
const RUN_LIMITS = { schedulesMax: 12, instalmentsMax: 3 };
const RUNS_MAX = 10_000;
const TEST_MAX_MS = faultScale({ short: 60_000, long: 300_000 });

const ctx = useTestContext();

interface YearlyPlan {
  userId: string;
  subscriptionId: string;
}

/** Yearly plans with a whole cycle of due instalments. Each user has two, due in opposite orders, so that runs also contend for users. */
async function createPlans(): Promise<YearlyPlan[]> {
  const now = ctx.now();
  const users = await Promise.all(Array.from({ length: SCHEDULES / 2 }, () => createUser(ctx)));
  const plans = [...users, ...[...users].reverse()].map((userId) => ({
    userId,
    subscriptionId: `sub_${randomUUID()}`,
  }));
  const plan = { planKey: "starter_yearly" };
  await ctx.db.subscription.createMany({
    data: plans.map(({ userId, subscriptionId: id }) => ({
      ...plan,
      id,
      userId,
      provider: "creem",
      providerSubId: id,
      status: "active",
      currentPeriodEnd: now,
      statusEventAt: addMonthsUtc(now, -12),
    })),
  });
  await ctx.db.subscriptionCreditSchedule.createMany({
    data: plans.map((row, index) => ({
      ...plan,
      ...row,
      creditsPerGrant: CREDITS_PER_GRANT,
      intervalMonths: 1,
      grantsRemaining: INSTALMENTS_DUE,
      totalCreditsRemaining: INSTALMENTS_DUE * CREDITS_PER_GRANT,
      nextGrantAt: new Date(addMonthsUtc(now, -INSTALMENTS_DUE).getTime() + index),
    })),
  });
  return plans;
}

/** Runs as the scheduler does, until a run finds nothing and all others have ended. */
async function runUntilNothingIsDue(othersAreAtWork: () => boolean): Promise<number> {
  let granted = 0;
  for (let run = 0; run < RUNS_MAX; run += 1) {
    const wasLast = !othersAreAtWork();
    const { processed } = await runDueGrants(ctx, RUN_LIMITS);
    granted += processed;
    if (processed === 0 && wasLast) return granted;
  }
  throw new Error(`Instalments were still due after ${RUNS_MAX} runs`);
}

async function renewAll(plans: readonly YearlyPlan[]): Promise<void> {
  const waiting = [...plans];
  const renewOneAfterAnother = async () => {
    for (let plan = waiting.pop(); plan; plan = waiting.pop()) {
      await deliver(ctx, purchaseEvent({ ...plan, key: "starter_yearly", eventType: "subscription.paid" }));
    }
  };
  await Promise.all(Array.from({ length: RENEWALS_AT_ONCE }, renewOneAfterAnother));
}

async function countDeadlocks(): Promise<number> {
  // The server's count includes deadlocks that were caught.
  const [row] = await ctx.db.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? 0;
}

describe("cron runs during renewals", () => {
  it(
    "pays every instalment of the old cycle once, by the job or by the renewal, and never deadlocks",
    async () => {
      const plans = await createPlans();
      let renewing = true;
      const renewals = renewAll(plans.filter((_, index) => index % (SCHEDULES / RENEWALS) < 1)).finally(() => {
        renewing = false;
      });
      const runners = Array.from({ length: RUNNERS }, () => runUntilNothingIsDue(() => renewing));
      const [byCron] = await Promise.all([Promise.all(runners), renewals]);

      const paid = await ctx.db.creditLedger.groupBy({ by: ["reason"], _count: true, _sum: { delta: true } });
      const count = SCHEDULES * INSTALMENTS_DUE;
      expect(Object.fromEntries(paid.map(({ reason, _count, _sum }) => [reason, [_count, _sum.delta]]))).toEqual({
        subscription_schedule: [count, count * CREDITS_PER_GRANT],
        subscription_cycle: [RENEWALS, RENEWALS * CREDITS_PER_GRANT],
      });
      expect(await ctx.db.subscriptionCreditSchedule.groupBy({ by: ["grantsRemaining"], _count: true })).toEqual([
        { grantsRemaining: INSTALMENTS_DUE, _count: RENEWALS },
      ]);
      const deadlocks = await countDeadlocks();
      expect(deadlocks).toBe(0);
      const { differences } = await verifyLedger(ctx.db);
      expect(differences).toEqual([]);
      const cronCount = byCron.reduce((sum, granted) => sum + granted, 0);
      console.log(
        `fault: cron during renewals: ${SCHEDULES} schedules, ${RENEWALS} renewals, ${count} instalments (${cronCount} by ${RUNNERS} cron ` +
          `runners, ${count - cronCount} by renewals), ${deadlocks} deadlocks, ${differences.length} differences`,
      );
    },
    TEST_MAX_MS,
  );
});
