import { findCatalogueItem } from "@app/core/billing/catalogue";
import type { CheckoutInput } from "@app/core/billing/checkout-input";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { runIdempotent } from "../platform/idempotent-use-case";
import { consumeRateLimits, consumeUserLimit } from "../platform/rate-limits";
import { requireConfigured } from "../platform/require-configured";
import { type CheckoutState, reconcileCheckout } from "./reconcile";

/** Where a checkout leads while PROVIDER_SIMULATE is on and no provider is called. */
const SIMULATED_CHECKOUT_PATH = "/api/payments/provider/redirect-placeholder?success=1";

/** Where buyers come back to who named no address of their own. */
const BILLING_RETURN_PATH = "/billing?success=1";

/**
 * The entry for REST and tRPC: opens one checkout per Idempotency-Key.
 * @throws AppError `rate_limited`, `conflict` for the key, otherwise as `createCheckout`
 */
export async function createCheckoutOnce(ctx: UserContext, input: CheckoutInput): Promise<{ url: string }> {
  await consumeUserLimit(ctx, "checkout");
  // A checkout charges no credits, so there is never a charge to recover.
  return runIdempotent(ctx, input, { name: "checkout", run: createCheckout, recover: async () => null });
}

/**
 * Opens a hosted checkout for a plan or the pack.
 * @throws AppError `bad_request` for a return address outside the configured origins, `not_found` for a subscription to be replaced that
 *   is not the caller's, `not_configured` where there is no provider, `upstream_failed` when the provider fails
 */
export async function createCheckout(ctx: UserContext, input: CheckoutInput): Promise<{ url: string }> {
  refuseForeignReturn(ctx, "successUrl", input.successUrl);
  refuseForeignReturn(ctx, "cancelUrl", input.cancelUrl);
  const item = findCatalogueItem(input.key);
  if (!item) throw new AppError("bad_request", "key is not for sale");
  if (input.replacesSubscriptionId !== undefined) {
    if (item.kind !== "subscription") throw new AppError("bad_request", "replacesSubscriptionId needs a plan as key");
    await requireOwnSubscription(ctx, input.replacesSubscriptionId);
  }
  if (ctx.config.providerSimulate) return { url: SIMULATED_CHECKOUT_PATH };
  requireConfigured(ctx, "payment");
  const { id, url } = await ctx.clients.payment.createCheckout({
    productId: ctx.config.productIds[item.key],
    successUrl: input.successUrl ?? `${ctx.config.appUrl}${BILLING_RETURN_PATH}`,
    metadata: { userId: ctx.actor.id, key: item.key, kind: item.kind },
    customerEmail: ctx.actor.email,
  });
  const replacesSubscriptionId = input.replacesSubscriptionId ?? null;
  // What is not known by an id cannot end the other subscription once it is paid: both would renew.
  if (id === null && replacesSubscriptionId !== null)
    throw new AppError("upstream_failed", "Failed to create checkout");
  // Kept so that the provider can be asked what became of it, should its webhook stay away.
  if (id !== null) await storeCheckout(ctx, { id, key: item.key, replacesSubscriptionId });
  return { url };
}

/**
 * A provider may answer a buyer's second request with the checkout of the first. That is the same purchase, and the newer request says
 * what it replaces. The id of any other purchase is refused, because its payment would count for that one.
 */
async function storeCheckout(
  ctx: UserContext,
  checkout: { id: string; key: string; replacesSubscriptionId: string | null },
): Promise<void> {
  const { id, key, replacesSubscriptionId } = checkout;
  const [userId, now] = [ctx.actor.id, ctx.now()];
  const kept = await ctx.db.$executeRaw`
    INSERT INTO checkout AS c (id, "userId", key, "replacesSubscriptionId", "createdAt", "updatedAt")
    VALUES (${id}, ${userId}, ${key}, ${replacesSubscriptionId}, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET
      "replacesSubscriptionId" = CASE WHEN c.status = 'open' THEN excluded."replacesSubscriptionId" END,
      "updatedAt" = excluded."updatedAt"
    WHERE c."userId" = excluded."userId" AND c.key = excluded.key`;
  if (kept > 0) return;
  ctx.log.error({ checkoutId: id, userId, key }, "the provider answered with the checkout of another purchase");
  throw new AppError("upstream_failed", "Failed to create checkout");
}

async function requireOwnSubscription(ctx: UserContext, id: string): Promise<void> {
  const subscription = await ctx.db.subscription.findFirst({
    where: { id, userId: ctx.actor.id },
    select: { id: true },
  });
  if (!subscription) throw new AppError("not_found", "Subscription not found");
}

function refuseForeignReturn(ctx: UserContext, field: string, url: string | undefined): void {
  const origins = ctx.config.checkoutReturnOrigins;
  if (url !== undefined && origins && !origins.includes(new URL(url).origin)) {
    throw new AppError("bad_request", `${field} must lead to an allowed origin`);
  }
}

/**
 * Back from the provider's checkout: the buyer's credits need not wait for the webhook.
 * @throws AppError `not_found` for a checkout that is not the caller's, `rate_limited`, `upstream_failed` when the provider cannot be asked
 */
export async function confirmCheckout(ctx: UserContext, input: { checkoutId: string }): Promise<CheckoutState> {
  await consumeRateLimits(ctx, [{ limit: "billing", subject: ctx.actor.id }]);
  const checkout = await ctx.db.checkout.findFirst({ where: { id: input.checkoutId, userId: ctx.actor.id } });
  if (!checkout) throw new AppError("not_found", "Not found");
  if (checkout.status === "completed") return { isPaid: true, granted: false };
  try {
    return await reconcileCheckout(ctx, checkout.id);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("upstream_failed", "Failed to confirm checkout", { cause });
  }
}
