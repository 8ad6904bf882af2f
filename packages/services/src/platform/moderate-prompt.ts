import { AppError } from "@app/core/errors";
import { MODERATION_ERROR_MESSAGES } from "@app/core/generation/generation-limits";
import type { UserContext } from "../context";

/**
 * Lets the payment provider check a prompt for an image or a video, where the configuration says so. Only "allow" passes: without a
 * decision nothing is generated, because the provider may suspend sellers who generate from unchecked prompts. Call it before the charge.
 * @throws AppError `bad_request` for a prompt that is denied or flagged, `upstream_failed` without a decision
 */
export async function requireAllowedPrompt(ctx: UserContext, prompt: string): Promise<void> {
  if (!ctx.config.moderatePrompts) return;
  const decision = await ctx.clients.payment.moderatePrompt(prompt, ctx.actor.id).catch((cause: unknown) => {
    throw new AppError("upstream_failed", MODERATION_ERROR_MESSAGES.unavailable, { cause });
  });
  if (decision === "allow") return;
  ctx.log.info({ userId: ctx.actor.id, decision }, "the payment provider's moderation stopped a prompt");
  throw new AppError("bad_request", MODERATION_ERROR_MESSAGES.refused);
}
