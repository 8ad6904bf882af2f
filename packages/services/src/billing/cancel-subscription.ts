import { cancelModeOf, renews } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../limits/take-hits";
import { endSubscriptionAtProvider } from "./end-at-provider";

/**
 * Asks the provider to cancel a subscription, with the period that is paid, or at once where the last payment is missing. Its status
 * follows the provider's word, so that the service never says a subscription has ended which the provider goes on charging for. One that
 * ends already is left alone.
 * @throws AppError `not_found` for a subscription that is not the caller's, `rate_limited`, `upstream_failed` when the provider fails
 */
export async function cancelSubscription(
  ctx: UserContext,
  input: { subscriptionId: string },
): Promise<{ requested: true }> {
  await consumeRateLimits(ctx, [{ limit: "billing", subject: ctx.actor.id }]);
  const subscription = await ctx.db.subscription.findFirst({
    where: { id: input.subscriptionId, userId: ctx.actor.id },
    select: { id: true, providerSubId: true, status: true },
  });
  if (!subscription) throw new AppError("not_found", "Subscription not found");
  if (!renews(subscription.status)) return { requested: true };
  try {
    await endSubscriptionAtProvider(ctx, subscription, cancelModeOf(subscription.status));
  } catch (cause) {
    throw new AppError("upstream_failed", "Failed to cancel the subscription", { cause });
  }
  return { requested: true };
}
