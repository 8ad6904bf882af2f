import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { consumeRateLimits } from "../limits/take-hits";
import { type CheckoutState, reconcileCheckout } from "./reconcile-checkout";

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
