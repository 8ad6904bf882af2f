import type { CancelMode } from "@app/core/billing/subscription-status";
import type { ServiceContext } from "../context";

/**
 * Cancels a subscription at the provider. Where the provider answers that it is canceled now, that is written down at once: its event may
 * be late, or have been lost before. In every other case the status follows the event.
 * @returns whether the provider says that it is canceled
 * @throws PublicError when the provider fails or refuses
 */
export async function endSubscriptionAtProvider(
  ctx: ServiceContext,
  subscription: { id: string; providerSubId: string },
  mode: CancelMode,
): Promise<boolean> {
  const { status } = await ctx.clients.payment.cancelSubscription(subscription.providerSubId, mode);
  if (status !== "canceled") return false;
  const now = ctx.now();
  await ctx.db.$executeRaw`
    UPDATE subscription SET status = 'canceled', "statusEventAt" = greatest("statusEventAt", ${now}::timestamptz), "updatedAt" = ${now}::timestamptz
    WHERE id = ${subscription.id} AND status <> 'canceled'`;
  return true;
}
