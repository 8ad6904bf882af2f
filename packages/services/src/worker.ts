import { setTimeout as pause } from "node:timers/promises";
import type { Job, TaskList } from "graphile-worker";
import { eraseDeletedAccount } from "./account/delete-account";
import { sendVerification } from "./account/email-verification";
import { sendPasswordReset } from "./account/password-reset";
import { sendSignInLink } from "./account/sign-in-link";
import { cancelAtProvider } from "./admin/provider-cancellations";
import { sendCancellation } from "./billing/cancellation-mail";
import { askAboutCheckout, askAboutSubscription, findLostPayments } from "./billing/find-lost-payments";
import { sendPurchaseConfirmation } from "./billing/purchase-confirmation-mail";
import { endSubscription } from "./billing/subscriptions";
import type { ServiceContext } from "./context";
import { sendLowBalance } from "./credits/low-balance-mail";
import { copyResultAgain } from "./history/copy-result";
import { runMaintenance } from "./maintenance";
import { CLOCK_DIFFERENCE_MAX_MS } from "./platform/database-clock";
import type { JobPayloads } from "./platform/job-queue";
import { type JobRunner, type RunnerOptions, startJobRunner } from "./platform/job-runner";
import { runPostponedMailsNow } from "./platform/mail-jobs";
import { withSpan } from "./platform/spans";
import { grantInstalments } from "./schedule/run-due-grants";
import { sendCodesLocked } from "./second-factor/codes-locked-mail";
import { finishVideo } from "./video/finish-video";
import { deliverWebhooks } from "./webhooks/deliver";
import { sendWebhookPaused } from "./webhooks/pause";

/** Delay before a failed runner is replaced. */
const RESTART_AFTER_MS = 1_000;

type Jobs = { [Name in keyof JobPayloads]: (ctx: ServiceContext, payload: JobPayloads[Name]) => Promise<void> };

const JOBS: Jobs = {
  "send-purchase-confirmation": sendPurchaseConfirmation,
  "send-cancellation": sendCancellation,
  "send-low-balance": sendLowBalance,
  "end-subscription": endSubscription,
  "cancel-at-provider": cancelAtProvider,
  "send-password-reset": sendPasswordReset,
  "send-verification": sendVerification,
  "send-sign-in-link": sendSignInLink,
  "send-codes-locked": sendCodesLocked,
  "send-webhook-paused": sendWebhookPaused,
  "deliver-webhooks": deliverWebhooks,
  "finish-video": finishVideo,
  "copy-result-again": copyResultAgain,
  "erase-deleted-account": eraseDeletedAccount,
  "grant-instalments": (ctx) => grantInstalments(ctx),
  "find-lost-payments": findLostPayments,
  "reconcile-checkout": askAboutCheckout,
  "reconcile-subscription": askAboutSubscription,
  sweep: (ctx) => runMaintenance(ctx),
};

/**
 * Jobs that wait for services which are not ours, any number of them: customers' webhooks, videos that are being made, and files that the
 * storage has not taken yet. They have a runner of their own, so that slow ones hold up no other job.
 */
const WAITING_JOBS: readonly (keyof JobPayloads)[] = ["deliver-webhooks", "finish-video", "copy-result-again"];
const WAITING_RUNNER: RunnerOptions = { jobsAtOnce: 8, connectionsMax: 10, cron: false };
const MAIN_RUNNER: RunnerOptions = { jobsAtOnce: 4, connectionsMax: 6, cron: true };

/**
 * Runs background jobs until stopped. Any number of processes may run workers on one database: each job is run by one of them. A runner
 * that fails, because the database is down for example, is replaced until one can be started.
 * @param replacedJobs for tests, which shorten the pauses of some
 * @throws when the database cannot be reached at the start
 */
export async function startWorker(
  ctx: ServiceContext,
  databaseUrl: string,
  replacedJobs: Partial<Jobs> = {},
): Promise<{ stop: () => Promise<void> }> {
  const jobs = { ...JOBS, ...replacedJobs };
  jobs.sweep = oneAtATime(jobs.sweep);
  await runPostponedMailsNow(ctx);
  const names = Object.keys(JOBS) as (keyof JobPayloads)[];
  const mainJobs = names.filter((name) => !WAITING_JOBS.includes(name));
  const main = await keepRunner(ctx, () =>
    startJobRunner(ctx, databaseUrl, taskList(ctx, jobs, mainJobs), MAIN_RUNNER),
  );
  const waiting = await keepRunner(ctx, () =>
    startJobRunner(ctx, databaseUrl, taskList(ctx, jobs, WAITING_JOBS), WAITING_RUNNER),
  ).catch(async (error: unknown) => {
    await main.stop();
    throw error;
  });
  return {
    stop: async () => {
      await Promise.all([main.stop(), waiting.stop()]);
    },
  };
}

/** Skips maintenance while the one before still runs: one that hangs must not take all places of the runner, minute by minute. */
function oneAtATime(maintain: Jobs["sweep"]): Jobs["sweep"] {
  let isRunning = false;
  return async (ctx, payload) => {
    if (isRunning) {
      ctx.log.warn({ job: true }, "maintenance is skipped: the one before still runs");
      return;
    }
    isRunning = true;
    try {
      await maintain(ctx, payload);
    } finally {
      isRunning = false;
    }
  };
}

/** Starts a runner, and another one in its place whenever it ends. */
async function keepRunner(
  ctx: ServiceContext,
  start: () => Promise<JobRunner>,
): Promise<{ stop: () => Promise<void> }> {
  const stopping = new AbortController();
  const stops: Promise<void>[] = [];
  let runner = await start();

  const keepRunning = async () => {
    for (;;) {
      await Promise.race([runner.ended, aborted(stopping.signal)]);
      // Not awaited: jobs that still run must not delay the next runner.
      stops.push(runner.stop());
      const next = await restartRunner(ctx, start, stopping.signal);
      if (!next) return;
      runner = next;
    }
  };
  const running = keepRunning();

  return {
    stop: async () => {
      stopping.abort();
      await running;
      await Promise.all(stops);
    },
  };
}

/** Retries until a runner has started; null when the worker is being stopped. */
async function restartRunner(
  ctx: ServiceContext,
  start: () => Promise<JobRunner>,
  signal: AbortSignal,
): Promise<JobRunner | null> {
  while (!signal.aborted) {
    ctx.log.warn({ job: true }, "worker is started again");
    await pause(RESTART_AFTER_MS, undefined, { signal }).catch(ignoreAbort);
    if (signal.aborted) return null;
    try {
      return await start();
    } catch (error) {
      ctx.log.warn({ err: error, job: true }, "worker could not be started");
    }
  }
  return null;
}

/** `pause` rejects when its signal is aborted, which only ends the wait. */
function ignoreAbort(): void {}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function taskList(ctx: ServiceContext, jobs: Jobs, names: readonly (keyof JobPayloads)[]): TaskList {
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload, { job }) => runJob({ ...ctx, now: clockOf(ctx.now, job) }, jobs, name, payload),
    ]),
  );
}

/**
 * The clock of a job, never before the time at which the job was due. The database's clock says when a job is due. With a process's clock behind
 * it, a job that queues itself again, such as the poll of a video, would be due at once, and run again and again without a pause.
 *
 * Where the machine's clock was set ahead since it was last compared, the job goes on from the database's time at which it was taken:
 * instalments would be granted, and subscriptions expire, before their time.
 */
function clockOf(now: ServiceContext["now"], { run_at: dueAt, locked_at: takenAt }: Job): ServiceContext["now"] {
  if (takenAt && now().getTime() - takenAt.getTime() > CLOCK_DIFFERENCE_MAX_MS) {
    const startedAt = performance.now();
    return () => new Date(takenAt.getTime() + performance.now() - startedAt);
  }
  const behindMs = Math.max(0, dueAt.getTime() - now().getTime());
  return () => new Date(now().getTime() + behindMs);
}

/** The cast is safe because only `queueJob` and `addJob` queue jobs, and both check the payload's type. */
async function runJob<Name extends keyof JobPayloads>(
  ctx: ServiceContext,
  jobs: Jobs,
  name: Name,
  payload: unknown,
): Promise<void> {
  try {
    await withSpan(`job ${name}`, () => jobs[name](ctx, payload as JobPayloads[Name]));
  } catch (error) {
    ctx.metrics.jobFailed(name);
    // The queue keeps the error's message alone, which does not say why another service failed.
    ctx.log.warn({ err: error, job: name }, "job failed");
    throw error;
  }
}
