import type { RequestPasswordResetInput } from "@app/core/users/password-reset-input";
import type { ServiceContext } from "../context";
import { mailJobKey } from "../jobs/mail-jobs";
import { queueJob } from "../jobs/queue-job";
import { type Caller, consumeMailLimits } from "../limits/caller-limits";

/**
 * Has a link to a new password mailed to an address. Whether it has an account is looked up by the job, later and elsewhere: neither the
 * answer nor the time it takes tells anybody.
 * @throws AppError `rate_limited`
 */
export async function requestPasswordReset(
  ctx: ServiceContext,
  { email, locale }: RequestPasswordResetInput,
  caller: Caller,
): Promise<{ success: true }> {
  await consumeMailLimits(ctx, caller, email);
  const payload = { email, locale: locale ?? null, askedAt: ctx.now().toISOString() };
  await queueJob(ctx.db, "send-password-reset", payload, { key: mailJobKey["send-password-reset"](payload) });
  return { success: true };
}
