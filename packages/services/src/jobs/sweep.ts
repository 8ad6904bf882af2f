import { purgeExpiredSignIns } from "../account/purge-expired-sign-ins";
import { applyWaitingMoneyBack } from "../billing/apply-money-back";
import { expireSubscriptions } from "../billing/expire-subscriptions";
import { closeAbandonedTurns } from "../chat/failed-turns";
import type { ServiceContext } from "../context";
import { closeAbandonedGenerations } from "../history/close-abandoned-generations";
import { purgeIdempotencyKeys } from "../idempotency/purge-keys";
import { purgeLimits } from "../limits/purge-limits";
import { countActiveUsers } from "../statistics/active-users";
import { rollUpDays } from "../statistics/roll-up-days";
import { releaseAbandonedJobs } from "./release-abandoned-jobs";

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
