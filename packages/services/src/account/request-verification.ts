import type { RequestVerificationInput } from "@app/core/users/verification-input";
import type { UserContext } from "../context";
import { queueVerification } from "./queue-verification";

/** Has the caller's address mailed a link that confirms it; nothing where it is confirmed already. */
export async function requestVerification(
  ctx: UserContext,
  { locale }: RequestVerificationInput,
): Promise<{ success: true }> {
  if (!ctx.actor.emailVerified) await queueVerification(ctx.db, { userId: ctx.actor.id, locale, now: ctx.now() });
  return { success: true };
}
