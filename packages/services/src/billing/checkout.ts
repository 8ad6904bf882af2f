import { findCatalogueItem } from "@app/core/billing/catalogue";
import type { CheckoutInput } from "@app/core/billing/checkout-input";
import { EventFields } from "@app/core/billing/event-fields";
import { RENEWING_STATUSES, renews, type SubscriptionStatus } from "@app/core/billing/subscription-status";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { runIdempotent } from "../platform/idempotent-use-case";
import { consumeRateLimits, consumeUserLimit } from "../platform/rate-limits";
import { requireConfigured } from "../platform/require-configured";
import { withSpan } from "../platform/spans";
import { type CheckoutState, reconcileCheckout } from "./reconcile";

/** Where a checkout leads while PROVIDER_SIMULATE is on and no provider is called. */
const SIMULATED_CHECKOUT_PATH = "/api/payments/provider/redirect-placeholder?success=1";

/** Where buyers return to when the request names no address. */
const BILLING_RETURN_PATH = "/billing?success=1";

/**
 * The entry for REST and tRPC: opens one checkout per Idempotency-Key.
 * @throws AppError `rate_limited`, `conflict` for the key, otherwise as `createCheckout`
 */
export async function createCheckoutOnce(ctx: UserContext, input: CheckoutInput): Promise<{ url: string }> {
  return withSpan("createCheckoutOnce", async () => {
    await consumeUserLimit(ctx, "checkout");
    // A checkout charges no credits, so there is never a charge to recover.
    return runIdempotent(ctx, input, {
      name: "checkout",
      run: createCheckout,
      recover: async () => null,
      isFree: true,
    });
  });
}

/**
 * Opens a hosted checkout for a plan or the pack (spec, endpoint 2).
 * @throws AppError `bad_request` for a return address outside the configured origins, `not_found` for a subscription to be replaced that
 *   is not the caller's, `conflict` for one that renews no more while another one does, `not_configured` where there is no provider,
 *   `upstream_failed` when the provider fails
 */
export async function createCheckout(ctx: UserContext, input: CheckoutInput): Promise<{ url: string }> {
  refuseForeignReturn(ctx, "successUrl", input.successUrl);
  refuseForeignReturn(ctx, "cancelUrl", input.cancelUrl);
  const item = findCatalogueItem(input.key);
  if (!item) throw new AppError("bad_request", "key is not for sale");
  let replacesSubscriptionId = input.replacesSubscriptionId ?? null;
  if (replacesSubscriptionId !== null) {
    if (item.kind !== "subscription") throw new AppError("bad_request", "replacesSubscriptionId needs a plan as key");
    await requireReplaceable(ctx, replacesSubscriptionId);
  } else if (input.isFirstPlan && item.kind === "subscription") {
    await requireNoPlan(ctx);
    replacesSubscriptionId = await findEndingPlan(ctx);
  }
  if (ctx.config.providerSimulate) return { url: SIMULATED_CHECKOUT_PATH };
  requireConfigured(ctx, "payment");
  const { id, url } = await ctx.clients.payment.createCheckout({
    productId: ctx.config.productIds[item.key],
    successUrl: input.successUrl ?? `${ctx.config.appUrl}${BILLING_RETURN_PATH}`,
    metadata: { userId: ctx.actor.id, key: item.key, kind: item.kind },
    customerEmail: ctx.actor.email,
  });
  // A checkout without an id could not end the replaced subscription once it is paid, and both would renew.
  if (id === null && input.replacesSubscriptionId !== undefined)
    throw new AppError("upstream_failed", "Failed to create checkout");
  // Stored so that the provider can be asked for its state if its webhook never arrives.
  if (id !== null) await storeCheckout(ctx, { id, key: item.key, replacesSubscriptionId });
  ctx.metrics.checkoutOpened();
  return { url };
}

/**
 * Stores an opened checkout. A provider may respond to a buyer's second request with the checkout of the first. That is the same purchase,
 * and the newer request says which subscription it replaces. The id of any other purchase is refused, because its payment would count for
 * that one.
 */
async function storeCheckout(
  ctx: UserContext,
  checkout: { id: string; key: string; replacesSubscriptionId: string | null },
): Promise<void> {
  const { id, key, replacesSubscriptionId } = checkout;
  const [userId, now] = [ctx.actor.id, ctx.now()];
  const stored = await ctx.db.$executeRaw`
    INSERT INTO checkout AS c (id, "userId", key, "replacesSubscriptionId", "createdAt", "updatedAt")
    VALUES (${id}, ${userId}, ${key}, ${replacesSubscriptionId}, ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (id) DO UPDATE SET
      "replacesSubscriptionId" = CASE WHEN c.status = 'open' THEN excluded."replacesSubscriptionId" END,
      "updatedAt" = excluded."updatedAt"
    WHERE c."userId" = excluded."userId" AND c.key = excluded.key`;
  if (stored > 0) return;
  ctx.log.error({ checkoutId: id, userId, key }, "the provider answered with the checkout of another purchase");
  throw new AppError("upstream_failed", "Failed to create checkout");
}

/** Refuses the replacement of a subscription that was replaced before, as on a page that is out of date: its successor would renew too. */
async function requireReplaceable(ctx: UserContext, id: string): Promise<void> {
  const subscriptions = await ctx.db.subscription.findMany({
    where: { userId: ctx.actor.id, OR: [{ id }, { status: { in: [...RENEWING_STATUSES] } }] },
    select: { id: true, status: true },
  });
  const replaced = subscriptions.find((one) => one.id === id);
  if (!replaced) throw new AppError("not_found", "Subscription not found");
  if (!renews(replaced.status) && subscriptions.length > 1) throw renewsAlready();
}

/** Refuses another plan for a buyer whose page is out of date and shows none: both would renew. */
async function requireNoPlan(ctx: UserContext): Promise<void> {
  const where = { userId: ctx.actor.id, status: { in: [...RENEWING_STATUSES] } };
  if ((await ctx.db.subscription.count({ where })) > 0) throw renewsAlready();
}

/** The buyer's plan that is to end, which they may resume before they pay for the new one: both would renew. */
async function findEndingPlan(ctx: UserContext): Promise<string | null> {
  const ending = await ctx.db.subscription.findFirst({
    where: { userId: ctx.actor.id, status: "scheduled_cancel" satisfies SubscriptionStatus },
    select: { id: true },
    orderBy: [{ currentPeriodEnd: "desc" }, { id: "desc" }],
  });
  return ending?.id ?? null;
}

const renewsAlready = () => new AppError("conflict", "Another subscription renews already");

function refuseForeignReturn(ctx: UserContext, field: string, url: string | undefined): void {
  const origins = ctx.config.checkoutReturnOrigins;
  if (url !== undefined && origins && !origins.includes(new URL(url).origin)) {
    throw new AppError("bad_request", `${field} must lead to an allowed origin`);
  }
}

/**
 * Asks the provider whether a checkout is paid, when its buyer returns from it. The credits then need not wait for the webhook.
 * @throws AppError `not_found` for a checkout that is not the caller's, `rate_limited`, `upstream_failed` when the provider fails
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

/**
 * Opens the provider's own pages for the caller: cards, invoices, subscriptions.
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
    const customerId = subscription.providerCustomerId ?? (await fetchCustomer(ctx, subscription));
    return { url: await ctx.clients.payment.createPortalLink(customerId) };
  } catch (cause) {
    throw new AppError("upstream_failed", "Failed to open the billing portal", { cause });
  }
}

/** Asks the provider for the customer of a subscription whose events named none, and stores it. */
async function fetchCustomer(ctx: UserContext, subscription: { id: string; providerSubId: string }): Promise<string> {
  const response = await ctx.clients.payment.getSubscription(subscription.providerSubId);
  const customerId = response && EventFields.ofEvent(response).reference("customer").text("id");
  if (!customerId) throw new Error(`The provider names no customer of ${subscription.id}`);
  await ctx.db.subscription.update({ where: { id: subscription.id }, data: { providerCustomerId: customerId } });
  return customerId;
}
