import type { ServiceContext } from "../src/context";

export interface WaitingJob {
  task: string;
  key: string | null;
  runAt: Date;
  attempts: number;
  lastError: string | null;
}

/** The waiting jobs with a key, or all of them, in the order in which they will run. */
export async function readJobs({ db }: ServiceContext, key?: string): Promise<WaitingJob[]> {
  return db.$queryRaw<WaitingJob[]>`
    SELECT task_identifier AS task, key, run_at AS "runAt", attempts::int AS attempts, last_error AS "lastError"
    FROM graphile_worker.jobs WHERE ${key ?? null}::text IS NULL OR key = ${key ?? null}::text ORDER BY run_at, id`;
}

/** The number of database sessions that wait for a lock. */
export async function lockWaits({ db }: Pick<ServiceContext, "db">): Promise<number> {
  const rows = await db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}
