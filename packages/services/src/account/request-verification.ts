import type { RequestVerificationInput } from "@app/core/users/verification-input";
import type { UserContext } from "../context";
import { type Caller, consumeMailLimits } from "../limits/caller-limits";
import { queueVerification } from "./queue-verification";

/**
 * Has the caller's address mailed a link that confirms it; nothing where it is confirmed already.
 * @throws AppError `rate_limited`
 */
export async function requestVerification(
  ctx: UserContext,
  { locale }: RequestVerificationInput,
  caller: Caller,
): Promise<{ success: true }> {
  await consumeMailLimits(ctx, caller, ctx.actor.email);
  if (!ctx.actor.emailVerified) await queueVerification(ctx.db, { userId: ctx.actor.id, locale, now: ctx.now() });
  return { success: true };
}
