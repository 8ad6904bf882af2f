import { renews } from "@app/core/billing/subscription-status";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";

/**
 * Lets a subscription end with the period that is paid, because its owner has bought another plan in its place. A failure is the queue's
 * to retry; the status follows by the provider's event.
 */
export async function endSubscription(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["end-subscription"],
): Promise<void> {
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  if (!subscription || !renews(subscription.status)) return;
  await ctx.clients.payment.endSubscription(subscription.providerSubId);
}
