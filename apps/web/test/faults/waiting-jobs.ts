import { setTimeout as pause } from "node:timers/promises";
import type { JobPayloads } from "@app/services/platform/job-queue";
import { startWorker } from "@app/services/worker";
import type { TestApp } from "../app";

/** How long the workers may take for all jobs, and how often that is checked. */
const RUN_MAX_MS = 60_000;
const LOOK_INTERVAL_MS = 20;

export interface WaitingJob {
  id: string;
  key: string;
  attempts: number;
  lastError: string | null;
  /** Seconds until the queue takes it up, by the database's clock. */
  waitMs: number;
}

/** The waiting jobs of one kind. */
export async function waitingJobs({ db }: TestApp, task: keyof JobPayloads): Promise<WaitingJob[]> {
  return db.$queryRaw<WaitingJob[]>`
    SELECT id::text, key, attempts::int AS attempts, last_error AS "lastError",
      (extract(epoch FROM run_at - now()) * 1000)::int AS "waitMs"
    FROM graphile_worker.jobs WHERE task_identifier = ${task} ORDER BY id`;
}

/**
 * Moves time on until every waiting job of the kind is due, and lets workers run each of them once.
 * @returns how long they had to wait
 */
export async function runWaitingJobs(app: TestApp, task: keyof JobPayloads, workerCount = 1): Promise<number> {
  const due = await waitingJobs(app, task);
  const attempts = new Map(due.map((job) => [job.id, job.attempts]));
  const ids = due.map(({ id }) => BigInt(id));
  await app.db.$executeRaw`SELECT graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now())`;
  const { service, env } = app.deps;
  const workers = await Promise.all(Array.from({ length: workerCount }, () => startWorker(service, env.DATABASE_URL)));
  try {
    await waitUntilTried(app, task, attempts);
  } finally {
    for (const worker of workers) await worker.stop();
  }
  return Math.max(0, ...due.map(({ waitMs }) => waitMs));
}

/** A running job has counted its attempt already, and ends before its worker has stopped. */
async function waitUntilTried(
  app: TestApp,
  task: keyof JobPayloads,
  before: ReadonlyMap<string, number>,
): Promise<void> {
  const giveUpAt = performance.now() + RUN_MAX_MS;
  while (performance.now() < giveUpAt) {
    const left = await waitingJobs(app, task);
    if (left.every((job) => job.attempts !== before.get(job.id))) return;
    await pause(LOOK_INTERVAL_MS);
  }
  throw new Error(`Waited in vain: every ${task} job is tried`);
}
