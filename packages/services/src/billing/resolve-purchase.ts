import type { ProviderEvent } from "@app/core/billing/provider-event";
import { type Purchase, readPurchase } from "@app/core/billing/purchase";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";

/**
 * Reads buyer and product from the event, or, where the provider sent no metadata, from the subscription that is stored.
 * @throws AppError `bad_request` for missing metadata, an unknown user or key, or a kind that does not fit its key
 */
export async function resolvePurchase(ctx: ServiceContext, event: ProviderEvent): Promise<Purchase> {
  const claim = event.metadata ?? (await claimOfSubscription(ctx, event.subscriptionId));
  if (!claim) throw new AppError("bad_request", "Missing metadata");
  const purchase = readPurchase(event, claim, ctx.config.productIds);
  const user = await ctx.db.user.findUnique({ where: { id: purchase.userId }, select: { id: true } });
  if (!user) throw new AppError("bad_request", "metadata.userId is not a user");
  return purchase;
}

async function claimOfSubscription(ctx: ServiceContext, subscriptionId: string | null) {
  if (!subscriptionId) return null;
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  return subscription && { userId: subscription.userId, key: subscription.planKey, kind: "subscription" };
}
