import { type DbOrTx, Prisma } from "@app/db/client/db";

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

/** Every background job with what it is told. Payloads name rows; the job reads the rest when it runs. */
export interface JobPayloads {
  "send-purchase-confirmation": { paymentId: string };
  /** Lets a subscription end that another one has taken the place of. */
  "end-subscription": { subscriptionId: string };
  /** Cancels at the provider what an administrator has canceled here. */
  "cancel-at-provider": { subscriptionId: string };
  /** Mails a link to a new password, if the address has an account. `askedAt` is an ISO date. */
  "send-password-reset": { email: string; locale: string | null; askedAt: string };
  /** Mails a link that confirms the address of an account. */
  "send-verification": { userId: string; locale: string | null; askedAt: string };
  /** Mails a link that signs in, and goes on to `callbackUrl`, an address of the service's own. */
  "send-sign-in-link": { email: string; locale: string | null; callbackUrl: string; askedAt: string };
  /** Tells the owner of an account that its codes are locked. `lockedUntil` is an ISO date. */
  "send-codes-locked": { userId: string; lockedUntil: string };
  /** Brings an open video to its end when nobody polls. */
  "finish-video": { generationId: string };
  /** Copies a result to storage that could not be copied when it arrived; one that is no longer at `originalUrl` has been copied. */
  "copy-result-again": { generationId: string; originalUrl: string };
  /** What requests under way wrote after a deletion, and the files in storage. */
  "erase-deleted-account": { userId: string };
  /** Every hour: grants the instalments of yearly plans that are due. */
  "grant-instalments": Record<string, never>;
  /** Every minute: closes what crashes left open, expires subscriptions, forgets old keys. */
  sweep: Record<string, never>;
}
