import { purgeExpiredSignIns } from "./account/manage-sessions";
import { applyWaitingMoneyBack } from "./billing/money-back";
import { expireSubscriptions } from "./billing/subscriptions";
import { closeAbandonedCompletions } from "./chat/completions";
import { closeAbandonedTurns } from "./chat/failed-turns";
import type { ServiceContext } from "./context";
import { closeAbandonedGenerations } from "./history/close-abandoned-generations";
import { purgeIdempotencyKeys } from "./platform/idempotency-keys";
import { recordMaintenance } from "./platform/last-runs";
import { purgeLimits } from "./platform/rate-limits";
import { releaseAbandonedJobs } from "./platform/worker-liveness";
import { countActiveUsers } from "./statistics/active-users";
import { countBusinessFigures } from "./statistics/business-figures";
import { rollUpDays } from "./statistics/roll-up-days";
import { purgeDeliveries, queueOverdueDeliveries } from "./webhooks/maintain";

type MaintenanceTask = (ctx: ServiceContext) => Promise<unknown>;

/** Each task changes a bounded number of rows and continues in the next run. The counts of users and business figures read whole tables. */
export const MAINTENANCE_TASKS: Readonly<Record<string, MaintenanceTask>> = {
  releaseAbandonedJobs,
  closeAbandonedGenerations,
  applyWaitingMoneyBack,
  closeAbandonedTurns,
  closeAbandonedCompletions,
  expireSubscriptions,
  purgeIdempotencyKeys,
  purgeLimits,
  purgeExpiredSignIns,
  queueOverdueDeliveries,
  purgeDeliveries,
  rollUpDays,
  countActiveUsers,
  countBusinessFigures,
};

/**
 * Maintenance that runs every minute, one task after the other. A task that fails is logged with its name and tried again in the next
 * run; the other tasks run all the same.
 */
export async function runMaintenance(ctx: ServiceContext, tasks = MAINTENANCE_TASKS): Promise<void> {
  const ended: string[] = [];
  for (const [task, run] of Object.entries(tasks)) {
    try {
      // Each row is written once: the next run comes in a minute.
      await run({ ...ctx, writeAgainPausesMs: [] });
      ended.push(task);
    } catch (error) {
      ctx.log.error({ err: error, task }, "maintenance task failed");
    }
  }
  await recordMaintenance(ctx, ended);
}
