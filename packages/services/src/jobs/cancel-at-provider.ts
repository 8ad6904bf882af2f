import { AppError, PublicError } from "@app/core/errors";
import { endSubscriptionAtProvider } from "../billing/end-at-provider";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";

/** Until one of these is over, the provider may still charge. */
const OPEN_CANCELLATIONS = ["queued", "failed"];

/**
 * Cancels at the provider what an administrator has canceled here, at once, and notes what became of it. Only the provider's own word
 * counts as canceled. A failure is kept for administrators to see, and is the queue's to retry.
 */
export async function cancelAtProvider(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["cancel-at-provider"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  if (!subscription || !OPEN_CANCELLATIONS.includes(subscription.providerCancel ?? "")) return;
  const note = (data: { providerCancel: string; providerCancelError: string | null }) =>
    ctx.db.subscription.updateMany({
      where: { id: subscriptionId, providerCancel: { in: OPEN_CANCELLATIONS } },
      data: { ...data, updatedAt: ctx.now() },
    });
  try {
    if (!(await endSubscriptionAtProvider(ctx, subscription, "immediate")))
      throw new AppError("upstream_failed", "The payment provider did not confirm the cancellation");
    await note({ providerCancel: "done", providerCancelError: null });
  } catch (error) {
    await note({ providerCancel: "failed", providerCancelError: reasonOf(error) });
    throw error;
  }
}

/** Of any other error only the log learns the words. */
function reasonOf(error: unknown): string {
  return error instanceof PublicError ? error.message : "Unexpected error";
}
