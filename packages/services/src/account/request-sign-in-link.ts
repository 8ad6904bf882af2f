import type { ServiceContext } from "../context";
import { mailJobKey } from "../jobs/mail-jobs";
import { queueJob } from "../jobs/queue-job";
import { type Caller, consumeMailLimits } from "../limits/caller-limits";

/**
 * Has a link that signs in mailed to an address. Whether it has an account is looked up by the job, later and elsewhere: neither the
 * answer nor the time it takes tells anybody.
 * @param link.callbackUrl where to go on then, an address of the service's own
 * @throws AppError `rate_limited`
 */
export async function requestSignInLink(
  ctx: ServiceContext,
  link: { email: string; locale: string; callbackUrl: string },
  caller: Caller,
): Promise<void> {
  await consumeMailLimits(ctx, caller, link.email);
  const payload = { ...link, askedAt: ctx.now().toISOString() };
  await queueJob(ctx.db, "send-sign-in-link", payload, { key: mailJobKey["send-sign-in-link"](payload) });
}
