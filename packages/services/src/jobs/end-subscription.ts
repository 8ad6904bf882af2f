import { cancelModeOf, renews } from "@app/core/billing/subscription-status";
import { endSubscriptionAtProvider } from "../billing/end-at-provider";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";

/**
 * Cancels a subscription at the provider, because its owner has bought another plan in its place: with the period that is paid, or at once
 * where the last payment is missing. A failure is the queue's to retry; the status follows the provider's word.
 */
export async function endSubscription(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["end-subscription"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  if (!subscription || !renews(subscription.status)) return;
  await endSubscriptionAtProvider(ctx, subscription, cancelModeOf(subscription.status));
}
