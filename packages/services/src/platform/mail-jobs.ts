import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "./job-queue";

type MailJobName =
  | "send-purchase-confirmation"
  | "send-password-reset"
  | "send-verification"
  | "send-sign-in-link"
  | "send-codes-locked";

/** The key each mail waits under: one of a kind for each payment, account or address. */
export const mailJobKey = {
  "send-purchase-confirmation": ({ paymentId }) => `purchase-confirmation:${paymentId}`,
  "send-password-reset": ({ email }) => `password-reset:${email}`,
  "send-verification": ({ userId }) => `verification:${userId}`,
  "send-sign-in-link": ({ email }) => `sign-in-link:${email}`,
  "send-codes-locked": ({ userId }) => `codes-locked:${userId}`,
} satisfies { [Name in MailJobName]: (payload: JobPayloads[Name]) => string };

/** How often a mail is looked at again that waits for a mail server to be configured. */
const POSTPONED_MS = 10 * 60 * 1000;

/**
 * Puts off a mail because no mail server is configured: the same job again, later, with all of its tries. The job itself ends what waited
 * too long.
 */
export async function postponeMail<Name extends MailJobName>(
  ctx: ServiceContext,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  const runAt = new Date(ctx.now().getTime() + POSTPONED_MS);
  ctx.log.info({ job: name, runAt }, "mail waits: no mail server is configured");
  await requeueMail(ctx, name, payload, runAt);
}

/** Has a mail looked at again at a later time, with all of its tries. */
export async function requeueMail<Name extends MailJobName>(
  ctx: ServiceContext,
  name: Name,
  payload: JobPayloads[Name],
  runAt: Date,
): Promise<void> {
  const keyOf = mailJobKey[name] as (payload: JobPayloads[Name]) => string;
  await queueJob(ctx.db, name, payload, { key: keyOf(payload), runAt });
}

/** Has the mails that were put off looked at now: a mail server may have been configured since. One that failed has tries behind it. */
export async function runPostponedMailsNow(ctx: ServiceContext): Promise<void> {
  if (ctx.clients.mailer === null) return;
  await ctx.db.$executeRaw`
    SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs
    WHERE task_identifier = ANY(${Object.keys(mailJobKey)}::text[]) AND attempts = 0 AND run_at > now()`;
}
