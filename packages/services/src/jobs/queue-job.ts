import { type DbOrTx, Prisma } from "@app/db/client";
import type { JobPayloads } from "./job-payloads";

/** graphile-worker waits longer after each failure; this many tries reach over three days. */
export const JOB_ATTEMPTS_MAX = 25;

/**
 * Queues a background job. In a transaction it becomes visible with the commit and vanishes with a roll-back: the job queue is the
 * outbox. A job with a key that is already waiting is replaced instead of queued twice.
 */
export async function queueJob<Name extends keyof JobPayloads>(
  tx: DbOrTx,
  name: Name,
  payload: JobPayloads[Name],
  options: { key: string; runAt?: Date },
): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
      max_attempts => ${JOB_ATTEMPTS_MAX}::int, job_key => ${options.key})`;
}

/**
 * The same for many, inside a larger statement: an expression that queues one job for each row of `rows`, a query of `payload` (json),
 * `key` and `"runAt"` (null for at once), and is how many there were. All at once: queued one by one, each looks for the kind of job and
 * wakes the workers by itself.
 */
export function queueJobsOf(name: keyof JobPayloads, rows: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT count(*)::int
    FROM (
      SELECT array_agg(ROW(${name}, payload, NULL, "runAt", ${JOB_ATTEMPTS_MAX}::int, key, NULL, NULL)::graphile_worker.job_spec) AS specs
      FROM (${rows}) AS job
    ) AS jobs, graphile_worker.add_jobs(specs)
    WHERE specs IS NOT NULL
  )`;
}
