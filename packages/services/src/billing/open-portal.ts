import { EventFields } from "@app/core/billing/event-fields";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../platform/rate-limits";

/**
 * The provider's own pages for the caller: cards, invoices, subscriptions.
 * @throws AppError `not_found` for someone who never subscribed, `rate_limited`, `upstream_failed` when the provider fails
 */
export async function openPortal(ctx: UserContext): Promise<{ url: string }> {
  await consumeRateLimits(ctx, [{ limit: "billing", subject: ctx.actor.id }]);
  const subscription = await ctx.db.subscription.findFirst({
    where: { userId: ctx.actor.id },
    select: { id: true, providerSubId: true, providerCustomerId: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  if (!subscription) throw new AppError("not_found", "There is no subscription yet");
  try {
    const customerId = subscription.providerCustomerId ?? (await askForCustomer(ctx, subscription));
    return { url: await ctx.clients.payment.createPortalLink(customerId) };
  } catch (cause) {
    throw new AppError("upstream_failed", "Failed to open the billing portal", { cause });
  }
}

/** Subscriptions from before customers were kept, or whose events named none. */
async function askForCustomer(ctx: UserContext, subscription: { id: string; providerSubId: string }): Promise<string> {
  const known = await ctx.clients.payment.getSubscription(subscription.providerSubId);
  const customerId = known && EventFields.ofEvent(known).reference("customer").text("id");
  if (!customerId) throw new Error(`The provider names no customer of ${subscription.id}`);
  await ctx.db.subscription.update({ where: { id: subscription.id }, data: { providerCustomerId: customerId } });
  return customerId;
}
