import type { ServiceContext } from "../context";
import { reconcileEvent } from "./reconcile-event";

/**
 * Asks the provider about a subscription's last payment, and grants it when its event never came.
 * @returns whether it brought credits now
 * @throws UpstreamError when the provider cannot be asked
 */
export async function reconcileSubscription(ctx: ServiceContext, subscriptionId: string): Promise<boolean> {
  const subscription = await ctx.clients.payment.getSubscription(subscriptionId);
  const last = subscription?.["last_transaction"];
  if (!subscription || typeof last !== "object" || last === null || !("status" in last) || last.status !== "paid")
    return false;
  const paidAt = "created_at" in last && typeof last.created_at === "number" ? last.created_at : ctx.now().getTime();
  const outcome = await reconcileEvent(ctx, {
    id: `reconciled_${subscriptionId}`,
    eventType: "subscription.paid",
    created_at: paidAt,
    object: subscription,
  });
  return outcome === "granted";
}
