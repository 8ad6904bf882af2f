import { purgeExpiredSignIns } from "./account/manage-sessions";
import { applyWaitingMoneyBack } from "./billing/money-back";
import { expireSubscriptions } from "./billing/subscriptions";
import { closeAbandonedTurns } from "./chat/failed-turns";
import type { ServiceContext } from "./context";
import { closeAbandonedGenerations } from "./history/close-abandoned-generations";
import { purgeIdempotencyKeys } from "./platform/idempotency-keys";
import { purgeLimits } from "./platform/rate-limits";
import { releaseAbandonedJobs } from "./platform/worker-liveness";
import { countActiveUsers } from "./statistics/active-users";
import { rollUpDays } from "./statistics/roll-up-days";

/**
 * What no request will come back to do: run every minute, each part bounded. Where there is nothing to do, it goes past Prisma's engine,
 * whose memory a process that nobody asks for anything does without.
 */
export async function runMaintenance(ctx: ServiceContext): Promise<void> {
  await releaseAbandonedJobs(ctx);
  await closeAbandonedGenerations(ctx);
  await applyWaitingMoneyBack(ctx);
  await closeAbandonedTurns(ctx);
  await expireSubscriptions(ctx);
  await purgeIdempotencyKeys(ctx);
  await purgeLimits(ctx);
  await purgeExpiredSignIns(ctx);
  await rollUpDays(ctx);
  await countActiveUsers(ctx);
}
