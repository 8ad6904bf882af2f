import { Logger, run, type TaskList } from "graphile-worker";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";
import { sendPurchaseConfirmation } from "./send-purchase-confirmation";

const JOBS_AT_ONCE_MAX = 4;
const POLL_INTERVAL_MS = 2_000;

type Jobs = { [Name in keyof JobPayloads]: (ctx: ServiceContext, payload: JobPayloads[Name]) => Promise<void> };

const JOBS: Jobs = { "send-purchase-confirmation": sendPurchaseConfirmation };

/** Runs background jobs until stopped. Any number of processes may do so on one database: each job is taken by one. */
export async function startWorker(ctx: ServiceContext, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const taskList: TaskList = {
    "send-purchase-confirmation": (payload) =>
      JOBS["send-purchase-confirmation"](ctx, payload as JobPayloads["send-purchase-confirmation"]),
  };
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: JOBS_AT_ONCE_MAX,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
    taskList,
    logger: new Logger(() => (level, message) => {
      if (level === "error" || level === "warning") ctx.log.warn({ job: true }, message);
    }),
  });
  return { stop: () => runner.stop() };
}
