import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-queue";

/** Work that waits. */
export interface Backlog {
  /** Background jobs that could run now, except those of webhooks: they wait for receivers, which are not ours. */
  jobsWaiting: number;
  /** Outgoing webhooks whose next attempt is due. */
  webhooksDue: number;
  /** Instalment schedules that are due and not paused. */
  dueSchedules: number;
}

/** Counting stops here: an alert needs no larger number, and a count must not read a whole table. */
const COUNTED_MAX = 10_000;

/** Counts the work that waits, up to 10,000 of each. */
export async function readBacklog({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<Backlog> {
  const at = now();
  const [backlog] = await db.$queryRaw<Backlog[]>`
    SELECT
      (SELECT count(*) FROM (
        SELECT FROM graphile_worker.jobs WHERE run_at <= ${at}::timestamptz AND locked_at IS NULL AND attempts < max_attempts
          AND task_identifier <> ${"deliver-webhooks" satisfies keyof JobPayloads}
        LIMIT ${COUNTED_MAX}::int) AS waiting)::int AS "jobsWaiting",
      (SELECT count(*) FROM (
        SELECT FROM webhook_delivery WHERE "nextAttemptAt" <= ${at}::timestamptz LIMIT ${COUNTED_MAX}::int) AS waiting)::int AS "webhooksDue",
      (SELECT count(*) FROM (
        SELECT FROM subscription_credit_schedule
        WHERE "nextGrantAt" <= ${at}::timestamptz AND "grantsRemaining" > 0 AND "pausedAt" IS NULL
        LIMIT ${COUNTED_MAX}::int) AS due)::int AS "dueSchedules"`;
  return backlog ?? { jobsWaiting: 0, webhooksDue: 0, dueSchedules: 0 };
}
