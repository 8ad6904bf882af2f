import type { ServiceContext } from "../context";
import { addJob, type JobPayloads } from "./job-queue";

type MailJobName = Extract<keyof JobPayloads, `send-${string}`>;

/** The job key of each mail: one mail of a kind waits per payment, subscription, webhook endpoint, account or address. */
export const mailJobKey = {
  "send-purchase-confirmation": ({ paymentId }) => `purchase-confirmation:${paymentId}`,
  "send-password-reset": ({ email }) => `password-reset:${email}`,
  "send-verification": ({ userId }) => `verification:${userId}`,
  "send-sign-in-link": ({ email }) => `sign-in-link:${email}`,
  "send-codes-locked": ({ userId }) => `codes-locked:${userId}`,
  "send-webhook-paused": ({ endpointId }) => `webhook-paused:${endpointId}`,
  "send-cancellation": ({ subscriptionId }) => `cancellation:${subscriptionId}`,
  "send-low-balance": ({ userId }) => `low-balance:${userId}`,
} satisfies { [Name in MailJobName]: (payload: JobPayloads[Name]) => string };

/** How often a mail that waits for a mail server is retried. */
const POSTPONED_MS = 10 * 60 * 1000;
/** A mail about something that happened waits for a mail server for this long. Later it would only surprise its reader. */
const POSTPONED_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Postpones a mail because no mail server is configured: queues the same job again with all of its attempts.
 * @param happenedAt when what the mail tells of happened: a month later the mail is given up. Without it, the job itself drops a mail that
 *   has waited too long.
 */
export async function postponeMail<Name extends MailJobName>(
  ctx: ServiceContext,
  name: Name,
  payload: JobPayloads[Name],
  happenedAt?: Date,
): Promise<void> {
  const now = ctx.now().getTime();
  if (happenedAt && now - happenedAt.getTime() >= POSTPONED_MAX_MS) {
    ctx.log.warn({ job: name, payload }, "mail is given up: there was no mail server for too long");
    return;
  }
  const runAt = new Date(now + POSTPONED_MS);
  ctx.log.info({ job: name, runAt }, "mail waits: no mail server is configured");
  await requeueMail(ctx, name, payload, runAt);
}

/** Queues a mail again for a later time, with all of its attempts. */
export async function requeueMail<Name extends MailJobName>(
  ctx: ServiceContext,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date,
): Promise<void> {
  const keyOf = mailJobKey[name] as (payload: JobPayloads[Name]) => string;
  const key = keyOf(payload);
  // A newer request that waits already keeps its place. The running job holds the key too, and is locked.
  await ctx.db.$executeRaw`
    SELECT ${addJob(name, payload, { key, runAt })}
    WHERE NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE jobs.key = ${key} AND locked_at IS NULL)`;
}

/** Runs postponed mails now, because a mail server may have been configured since. Mails that failed keep their retry time. */
export async function runPostponedMailsNow(ctx: ServiceContext): Promise<void> {
  if (ctx.clients.mailer === null) return;
  await ctx.db.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs
    WHERE task_identifier = ANY(${Object.keys(mailJobKey)}::text[]) AND attempts = 0 AND run_at > now()`;
}
