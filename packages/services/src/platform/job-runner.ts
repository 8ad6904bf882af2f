import { setTimeout as pause } from "node:timers/promises";
import { createPool } from "@app/db/client/db";
import { type CronItem, Logger, parseCronItems, type Runner, run, type TaskList } from "graphile-worker";
import type { ServiceConfig, ServiceContext } from "../context";
import { CLOCK_PRIORITY, type JobPayloads } from "./job-queue";
import { holdLivenessLock } from "./worker-liveness";

const POLL_INTERVAL_MS = 2_000;
const EVERY_MINUTE = "* * * * *";
/** Not on the hour, when external schedulers usually call the cron route. */
const HOURLY_INSTALMENTS = "5 * * * *";
/** A worker that was down at that minute catches up when it starts. */
const INSTALMENTS_BACKFILL_MS = 60 * 60 * 1000;
/** Half an hour after the instalments, which keep the database busy for some minutes. */
const HOURLY_LOST_PAYMENTS = "35 * * * *";
/** A worker that was down catches up when it starts: its first run looks at all that came of age since the last one. */
const LOST_PAYMENTS_BACKFILL_MS = 3 * 24 * 60 * 60 * 1000;
/** How long running jobs may take to end when the runner stops. */
const STOP_MAX_MS = 30_000;

export interface RunnerOptions {
  jobsAtOnce: number;
  /** One to listen, one to hold the liveness lock, the others to fetch and complete jobs. The jobs themselves use the connections of their context. */
  connectionsMax: number;
  /** Whether it queues the jobs that run by the clock. */
  cron: boolean;
}

export interface JobRunner {
  /** Resolves when this runner must be replaced or has stopped: it takes no more jobs, or may have lost one. */
  readonly ended: Promise<void>;
  /** Waits for running jobs, up to 30 seconds, then closes the connections. */
  stop(): Promise<void>;
}

/**
 * The jobs that run by the clock. Each is queued once, however many workers there are. The key replaces a failed grant run that waits for
 * its retry by the next one.
 */
export function cronItems({ grantsSchedule }: Pick<ServiceConfig, "grantsSchedule">): CronItem[] {
  const maintenance = "sweep" satisfies keyof JobPayloads;
  const grants = "grant-instalments" satisfies keyof JobPayloads;
  const lostPayments = "find-lost-payments" satisfies keyof JobPayloads;
  const priority = CLOCK_PRIORITY;
  const grantsItem = {
    task: grants,
    match: HOURLY_INSTALMENTS,
    options: { backfillPeriod: INSTALMENTS_BACKFILL_MS, jobKey: grants, priority },
  };
  const lostPaymentsItem = {
    task: lostPayments,
    match: HOURLY_LOST_PAYMENTS,
    options: { backfillPeriod: LOST_PAYMENTS_BACKFILL_MS, priority },
  };
  return [
    { task: maintenance, match: EVERY_MINUTE, options: { priority } },
    lostPaymentsItem,
    ...(grantsSchedule === "hourly" ? [grantsItem] : []),
  ];
}

/** @throws when the database cannot be reached */
export async function startJobRunner(
  ctx: ServiceContext,
  databaseUrl: string,
  taskList: TaskList,
  options: RunnerOptions,
): Promise<JobRunner> {
  // A pool of our own: graphile-worker's pool removes its error listener before its connections have closed.
  const { pool, close } = createPool(databaseUrl, { poolMax: options.connectionsMax });
  const events = holdLivenessLock(ctx, pool);
  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      concurrency: options.jobsAtOnce,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      events,
      taskList,
      parsedCronItems: parseCronItems(options.cron ? cronItems(ctx.config) : []),
      // Batches with a delay of 0 ms. Without them an error while a job is completed is an unhandled rejection, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        if (level === "error" || level === "warning") ctx.log.warn({ job: true }, message);
      }),
    });
  } catch (error) {
    await close();
    throw error;
  }
  const ended = new Promise<void>((resolve) => {
    // The lost response may have contained a job. It stays locked by this runner, which does not know about it, until the runner ends.
    events.once("worker:getJob:error", () => resolve());
    events.once("pool:fatalError", () => resolve());
    runner.promise.then(resolve, () => resolve());
  });
  return {
    ended,
    stop: async () => {
      const timeout = new AbortController();
      // `stop` rejects when the runner has stopped already. A failed runner may never stop: closing the pool ends it.
      const stopped = runner
        .stop()
        .catch((error: unknown) => ctx.log.debug({ err: error, job: true }, "runner had stopped"));
      await Promise.race([stopped, pause(STOP_MAX_MS, undefined, { signal: timeout.signal }).catch(() => undefined)]);
      timeout.abort();
      await close();
    },
  };
}
