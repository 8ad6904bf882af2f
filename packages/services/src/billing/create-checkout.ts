import type { CheckoutInput } from "@app/core/billing/checkout-input";
import { findCatalogueItem } from "@app/core/catalogue/plans";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";

/** Where a checkout leads while PROVIDER_SIMULATE is on and no provider is called. */
const SIMULATED_CHECKOUT_PATH = "/api/payments/provider/redirect-placeholder?success=1";

/** Where buyers come back to who named no address of their own. */
const BILLING_RETURN_PATH = "/billing?success=1";

/**
 * Opens a hosted checkout for a plan or the pack.
 * @throws AppError `bad_request` for a return address outside the configured origins, `upstream_failed` when the provider fails
 */
export async function createCheckout(ctx: UserContext, input: CheckoutInput): Promise<{ url: string }> {
  refuseForeignReturn(ctx, "successUrl", input.successUrl);
  refuseForeignReturn(ctx, "cancelUrl", input.cancelUrl);
  const item = findCatalogueItem(input.key);
  if (!item) throw new AppError("bad_request", "key is not for sale");
  if (ctx.config.providerSimulate) return { url: SIMULATED_CHECKOUT_PATH };
  const { id, url } = await ctx.clients.payment.createCheckout({
    productId: ctx.config.productIds[item.key],
    successUrl: input.successUrl ?? `${ctx.config.appUrl}${BILLING_RETURN_PATH}`,
    metadata: { userId: ctx.actor.id, key: item.key, kind: item.kind },
    customerEmail: ctx.actor.email,
  });
  // Kept so that the provider can be asked what became of it, should its webhook stay away.
  if (id !== null)
    await ctx.db.checkout.create({ data: { id, userId: ctx.actor.id, key: item.key, createdAt: ctx.now() } });
  return { url };
}

function refuseForeignReturn(ctx: UserContext, field: string, url: string | undefined): void {
  const origins = ctx.config.checkoutReturnOrigins;
  if (url !== undefined && origins && !origins.includes(new URL(url).origin)) {
    throw new AppError("bad_request", `${field} must lead to an allowed origin`);
  }
}
