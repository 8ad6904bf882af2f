import { type DbOrTx, Prisma } from "@app/db/client/db";

/** graphile-worker waits longer after each failure: this many attempts take more than three days. */
export const JOB_ATTEMPTS_MAX = 25;

/** Lower runs first. The jobs that run by the clock are few and short, and must not wait for any number of others. */
export const CLOCK_PRIORITY = -10;
const MAIL_PRIORITY = 10;

/** Mails come last: while the mail server is slow, each holds a worker's slot for long, and any number of them may wait. */
function priorityOf(name: keyof JobPayloads): number {
  return name.startsWith("send-") ? MAIL_PRIORITY : 0;
}

/**
 * A waiting job with the same key is replaced. `runAt` is the earliest time to run; now when absent. Jobs of one `queue` run one after the
 * other.
 */
interface JobOptions {
  key: string;
  runAt?: Date;
  queue?: string;
}

/**
 * Queues a background job. In a transaction the job becomes visible with the commit and disappears with a rollback: the job queue is the
 * outbox.
 */
export async function queueJob<Name extends keyof JobPayloads>(
  tx: DbOrTx,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions,
): Promise<void> {
  await tx.$executeRaw`SELECT ${addJob(name, payload, options)}`;
}

/** The SQL expression that queues a job, for use in a larger statement. */
export function addJob<Name extends keyof JobPayloads>(
  name: Name,
  payload: JobPayloads[Name],
  { key, runAt, queue }: JobOptions,
): Prisma.Sql {
  return Prisma.sql`graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null}::timestamptz,
    max_attempts => ${JOB_ATTEMPTS_MAX}::int, job_key => ${key}, queue_name => ${queue ?? null}::text, priority => ${priorityOf(name)}::int)`;
}

/**
 * The SQL expression that queues one job for each row of `rows` and returns their number. `rows` is a query of `payload` (json), `key`
 * and `"runAt"` (null for now). One call for all rows, because each call of `add_job` looks up the task and notifies the workers.
 * @param queue the expression of a row's queue, whose jobs run one after the other; null for none
 */
export function queueJobsOf(name: keyof JobPayloads, rows: Prisma.Sql, queue = Prisma.sql`NULL`): Prisma.Sql {
  return Prisma.sql`(
    SELECT count(*)::int
    FROM (
      SELECT array_agg(ROW(${name}, payload, ${queue}, "runAt", ${JOB_ATTEMPTS_MAX}::int, key, ${priorityOf(name)}::int, NULL)::graphile_worker.job_spec) AS specs
      FROM (${rows}) AS job
    ) AS jobs, graphile_worker.add_jobs(specs)
    WHERE specs IS NOT NULL
  )`;
}

/**
 * Every background job with its payload. The names of mails, and of no others, begin with `send-`. Payloads name rows; the job reads them when
 * it runs. Dates are ISO strings.
 */
export interface JobPayloads {
  "send-purchase-confirmation": { paymentId: string };
  /** Tells the owner of a subscription that it was canceled: at once, or at the end of its period. */
  "send-cancellation": { subscriptionId: string };
  /** Tells a user that spending has taken the balance to the low threshold. */
  "send-low-balance": { userId: string; entryId: string };
  /** Ends a subscription that another one has replaced, or whose owner has deleted the account. */
  "end-subscription": { subscriptionId: string };
  /** Cancels a subscription at the provider that an administrator has canceled here. */
  "cancel-at-provider": { subscriptionId: string };
  /** Mails a link to set a new password, if the address has an account. `callbackUrl`: the path to go to once the password is set. */
  "send-password-reset": { email: string; locale: string | null; askedAt: string; callbackUrl?: string };
  /** Mails a link that confirms the address of an account. */
  "send-verification": { userId: string; locale: string | null; askedAt: string };
  /** Mails a link that signs in and redirects to `callbackUrl`, an address of this service. */
  "send-sign-in-link": { email: string; locale: string | null; callbackUrl: string; askedAt: string };
  /** Tells the owner of an account that sign-in codes are locked. */
  "send-codes-locked": { userId: string; lockedUntil: string };
  /** Sends the due webhooks of an endpoint, one after the other. */
  "deliver-webhooks": { endpointId: string };
  /** Tells the owner of an endpoint that it was paused because it fails. */
  "send-webhook-paused": { endpointId: string; pausedAt: string };
  /** Polls the backend for an open video, so that it is finished when no client polls. */
  "finish-video": { generationId: string };
  /** Retries a copy to storage that failed. Does nothing when the result is no longer at `originalUrl`. */
  "copy-result-again": { generationId: string; originalUrl: string };
  /**
   * Deletes the files of a deleted account and rows that running requests wrote after the deletion. `hasStorage`: there was a storage, which
   * may have files.
   */
  "erase-deleted-account": { userId: string; hasStorage?: boolean };
  /** Hourly: grants the due instalments of yearly plans. */
  "grant-instalments": Record<string, never>;
  /** Hourly: see `findLostPayments`. `ts` is the scheduled time, as graphile-worker writes it. */
  "find-lost-payments": { _cron: { ts: string } };
  /** Asks the provider about an open checkout. */
  "reconcile-checkout": { checkoutId: string };
  /** Asks the provider about an overdue subscription. */
  "reconcile-subscription": { subscriptionId: string };
  /** Every minute: see `runMaintenance`. The name is stored with queued jobs. */
  sweep: Record<string, never>;
}
