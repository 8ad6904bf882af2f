import { setTimeout as pause } from "node:timers/promises";
import { createPool } from "@app/db/client/db";
import { type CronItem, Logger, parseCronItems, type Runner, run, type TaskList } from "graphile-worker";
import type { ServiceConfig, ServiceContext } from "../context";
import type { JobPayloads } from "./job-queue";
import { announceLife } from "./worker-liveness";

const JOBS_AT_ONCE_MAX = 4;
const POLL_INTERVAL_MS = 2_000;
const EVERY_MINUTE = "* * * * *";
/** Not on the hour, when external schedulers usually call. */
const EVERY_HOUR = "5 * * * *";
/** A worker that was down at that minute makes up for it when it starts. */
const HOURLY_BACKFILL_MS = 60 * 60 * 1000;
/** One to listen on, one to live on, the others to take jobs and to end them: what jobs do goes over the connections of their context. */
const CONNECTIONS_MAX = 6;
/** Jobs that are running may take this long to end when the runner stops. */
const STOP_MAX_MS = 30_000;

export interface JobRunner {
  /** Resolves when this runner takes no more jobs: it has stopped or failed, or is to be replaced because it may have lost one. */
  readonly ended: Promise<void>;
  /** Lets the running jobs end, and ends the connections in any case. */
  stop(): Promise<void>;
}

/** What runs by the clock. Of any number of workers one queues each job. The key keeps a failed run from waiting beside the next one. */
export function cronItems({ grantsSchedule }: Pick<ServiceConfig, "grantsSchedule">): CronItem[] {
  const sweep = "sweep" satisfies keyof JobPayloads;
  const grants = "grant-instalments" satisfies keyof JobPayloads;
  const hourly = { task: grants, match: EVERY_HOUR, options: { backfillPeriod: HOURLY_BACKFILL_MS, jobKey: grants } };
  return [{ task: sweep, match: EVERY_MINUTE }, ...(grantsSchedule === "hourly" ? [hourly] : [])];
}

/** @throws when the database cannot be reached */
export async function startJobRunner(ctx: ServiceContext, databaseUrl: string, taskList: TaskList): Promise<JobRunner> {
  // Ours, because the queue's own pool stops listening to errors before its connections have ended.
  const { pool, close } = createPool(databaseUrl, { poolMax: CONNECTIONS_MAX });
  const events = announceLife(ctx, pool);
  let runner: Runner;
  try {
    runner = await run({
      pgPool: pool,
      concurrency: JOBS_AT_ONCE_MAX,
      pollInterval: POLL_INTERVAL_MS,
      noHandleSignals: true,
      events,
      taskList,
      parsedCronItems: parseCronItems(cronItems(ctx.config)),
      // Unless they are gathered, however shortly, nobody hears of an ended job that cannot be written, and the process dies of it.
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
    // The answer that was lost may have given out a job, which is this runner's for as long as it lives and knows nothing of it.
    events.once("worker:getJob:error", () => resolve());
    events.once("pool:fatalError", () => resolve());
    runner.promise.then(resolve, () => resolve());
  });
  return {
    ended,
    stop: async () => {
      const patience = new AbortController();
      // Rejects when it has stopped by itself. One that failed may never get to its end: then its connections end it.
      const stopped = runner.stop().catch(() => undefined);
      await Promise.race([stopped, pause(STOP_MAX_MS, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      await close();
    },
  };
}
