import { type Settlement, settleDueInstalments } from "@app/core/schedule/instalments";
import { parseRunLimits } from "@app/core/schedule/run-limits";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { grantCredits, runGrantingTransaction } from "../credits/grant-credits";
import { recordRun } from "../platform/last-runs";
import { instalmentGrants, type ScheduleRow, scheduleColumns, writeBackSchedules } from "./schedules";

/** The database ends a transaction that takes longer. */
const RUN_TRANSACTION_MAX_MS = 60_000;

export interface GrantRun {
  /** Total instalments granted. */
  processed: number;
  schedulesTouched: number;
  grants: {
    scheduleId: string;
    subscriptionId: string;
    userId: string;
    totalGranted: number;
    grantsProcessed: number;
    remainingGrants: number;
  }[];
}

interface RunLimits {
  schedulesMax: number;
  instalmentsMax: number;
}

/**
 * Grants the due instalments in one transaction (spec, endpoint 1). Due schedules are read and locked in one statement, which skips paused
 * ones and those that a concurrent run has locked. Core settles them, and a few statements write them back, for any number of schedules.
 * @param reason the ledger reason of the grants. Their reference is the subscription
 * @param alsoWrite further writes in the same transaction
 */
export async function runDueGrants(
  ctx: ServiceContext,
  limits: RunLimits,
  reason: "subscription_schedule" | "subscription_cycle" = "subscription_schedule",
  alsoWrite: (tx: Tx, run: GrantRun) => Promise<void> = async () => undefined,
): Promise<GrantRun> {
  const now = ctx.now();
  const granted = await runGrantingTransaction(
    ctx,
    async (tx) => {
      const due = await lockDueSchedules(tx, now, limits.schedulesMax);
      const settled = due.map((schedule) => ({
        schedule,
        settlement: settleDueInstalments(schedule, now, limits.instalmentsMax),
      }));
      await grantCredits(
        tx,
        settled.flatMap(({ schedule, settlement }) => instalmentGrants(schedule, settlement, reason)),
        now,
      );
      await writeBackSchedules(tx, settled, now);
      const run = report(settled);
      await alsoWrite(tx, run);
      return run;
    },
    { timeout: RUN_TRANSACTION_MAX_MS },
  );
  await recordRun(ctx, "instalments", granted.processed);
  return granted;
}

export function creditsOf({ grants }: GrantRun): number {
  return grants.reduce((sum, { totalGranted }) => sum + totalGranted, 0);
}

interface SettledSchedule {
  schedule: ScheduleRow;
  settlement: Settlement;
}

function lockDueSchedules(tx: Tx, now: Date, schedulesMax: number): Promise<ScheduleRow[]> {
  return tx.$queryRaw<ScheduleRow[]>`
    SELECT ${scheduleColumns} FROM subscription_credit_schedule
    WHERE "nextGrantAt" <= ${now}::timestamptz AND "grantsRemaining" > 0 AND "pausedAt" IS NULL
    ORDER BY "nextGrantAt" LIMIT ${schedulesMax} FOR UPDATE SKIP LOCKED`;
}

function report(settled: readonly SettledSchedule[]): GrantRun {
  const grants = settled.map(({ schedule, settlement }) => ({
    scheduleId: schedule.id,
    subscriptionId: schedule.subscriptionId,
    userId: schedule.userId,
    totalGranted: settlement.totalGranted,
    grantsProcessed: settlement.amounts.length,
    remainingGrants: settlement.next?.grantsRemaining ?? 0,
  }));
  return {
    processed: grants.reduce((sum, grant) => sum + grant.grantsProcessed, 0),
    schedulesTouched: grants.length,
    grants,
  };
}

/** Bounds of an hourly run. Instalments beyond them wait for the next hour. */
const BOUNDS: RunLimits & { batchesMax: number } = {
  ...parseRunLimits({ limit: "500", catchUp: null }),
  batchesMax: 200,
};

/**
 * Grants the due instalments batch by batch, so that yearly plans are paid out without an external scheduler. Concurrent runs, also those of
 * the cron endpoints, grant nothing twice: each skips the schedules that another one has locked.
 */
export async function grantInstalments(ctx: ServiceContext, bounds = BOUNDS): Promise<void> {
  const total = { processed: 0, schedulesTouched: 0, credits: 0, batches: 0 };
  let isDone = false;
  while (!isDone && total.batches < bounds.batchesMax) {
    const run = await runDueGrants(ctx, bounds);
    total.processed += run.processed;
    total.schedulesTouched += run.schedulesTouched;
    total.credits += creditsOf(run);
    total.batches += 1;
    isDone = run.schedulesTouched < bounds.schedulesMax;
  }
  if (total.processed > 0) ctx.log.info({ job: true, ...total }, "instalments granted");
  if (!isDone) ctx.log.warn({ job: true, ...total }, "more instalments may be due than one run grants");
}
