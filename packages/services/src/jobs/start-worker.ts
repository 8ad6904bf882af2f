import { Logger, parseCronItems, run, type TaskList } from "graphile-worker";
import type { ServiceContext } from "../context";
import { copyResultAgain } from "./copy-result-again";
import { finishVideo } from "./finish-video";
import type { JobPayloads } from "./job-payloads";
import { sendPurchaseConfirmation } from "./send-purchase-confirmation";
import { sweep } from "./sweep";

const JOBS_AT_ONCE_MAX = 4;
const POLL_INTERVAL_MS = 2_000;
const EVERY_MINUTE = "* * * * *";

type Jobs = { [Name in keyof JobPayloads]: (ctx: ServiceContext, payload: JobPayloads[Name]) => Promise<void> };

const JOBS: Jobs = {
  "send-purchase-confirmation": sendPurchaseConfirmation,
  "finish-video": finishVideo,
  "copy-result-again": copyResultAgain,
  sweep: (ctx) => sweep(ctx),
};

/** Runs background jobs until stopped. Any number of processes may do so on one database: each job is taken by one. */
export async function startWorker(ctx: ServiceContext, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: JOBS_AT_ONCE_MAX,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    taskList: taskList(ctx),
    parsedCronItems: parseCronItems([{ task: "sweep", match: EVERY_MINUTE }]),
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") ctx.log.warn({ job: true }, message);
    }),
  });
  return { stop: () => runner.stop() };
}

function taskList(ctx: ServiceContext): TaskList {
  const names = Object.keys(JOBS) as (keyof JobPayloads)[];
  return Object.fromEntries(names.map((name) => [name, (payload: unknown) => runJob(ctx, name, payload)]));
}

/** What was queued under a name is what its job is told: `queueJob` is the only one that queues. */
function runJob<Name extends keyof JobPayloads>(ctx: ServiceContext, name: Name, payload: unknown): Promise<void> {
  return JOBS[name](ctx, payload as JobPayloads[Name]);
}
