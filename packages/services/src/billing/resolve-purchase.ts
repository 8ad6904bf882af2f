import type { ProviderEvent } from "@app/core/billing/parse-provider-event";
import { type CatalogueItem, findCatalogueItem } from "@app/core/catalogue/plans";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";

/** Who bought what. */
export interface Purchase {
  userId: string;
  item: CatalogueItem;
}

/**
 * Reads buyer and product from the event's metadata, or, where the provider sent none, from the subscription that is stored.
 * @throws AppError `bad_request` for missing metadata, an unknown user or key, or a kind that does not fit its key
 */
export async function resolvePurchase(ctx: ServiceContext, event: ProviderEvent): Promise<Purchase> {
  const claim = event.metadata ?? (await claimOfSubscription(ctx, event.subscriptionId));
  if (!claim) throw new AppError("bad_request", "Missing metadata");
  const item = findCatalogueItem(claim.key);
  if (!item) throw new AppError("bad_request", "metadata.key is not for sale");
  if (item.kind !== claim.kind) throw new AppError("bad_request", "metadata.kind does not fit metadata.key");
  const user = await ctx.db.user.findUnique({ where: { id: claim.userId }, select: { id: true } });
  if (!user) throw new AppError("bad_request", "metadata.userId is not a user");
  return { userId: user.id, item };
}

async function claimOfSubscription(ctx: ServiceContext, subscriptionId: string | null) {
  if (!subscriptionId) return null;
  const subscription = await ctx.db.subscription.findUnique({ where: { id: subscriptionId } });
  return subscription && { userId: subscription.userId, key: subscription.planKey, kind: "subscription" };
}
