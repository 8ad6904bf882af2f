import type { ServiceContext } from "../context";
import { queueEndOfReplaced } from "./queue-replacement";
import { reconcileEvent } from "./reconcile-event";

/** What the provider says of a checkout. */
export interface CheckoutState {
  isPaid: boolean;
  /** Whether asking brought the credits: the webhook had not arrived. */
  granted: boolean;
}

/**
 * Asks the provider what became of a checkout, and grants what was paid for when its webhook is late or lost.
 * @throws UpstreamError when the provider cannot be asked
 */
export async function reconcileCheckout(ctx: ServiceContext, checkoutId: string): Promise<CheckoutState> {
  const checkout = await ctx.clients.payment.getCheckout(checkoutId);
  if (checkout?.["status"] !== "completed") return { isPaid: false, granted: false };
  const outcome = await reconcileEvent(ctx, {
    id: `reconciled_${checkoutId}`,
    eventType: "checkout.completed",
    created_at: paidAt(checkout) ?? ctx.now().getTime(),
    object: checkout,
  });
  if (outcome === "unnamed") return { isPaid: false, granted: false };
  await ctx.db.$transaction(async (tx) => {
    // Of a payment that was known already, no event may have named the checkout.
    await queueEndOfReplaced(tx, checkoutId);
    await tx.checkout.updateMany({ where: { id: checkoutId }, data: { status: "completed", updatedAt: ctx.now() } });
  });
  return { isPaid: true, granted: outcome === "granted" };
}

/** When the order was paid, by the provider's clock; null where it does not say. */
function paidAt(checkout: Readonly<Record<string, unknown>>): number | null {
  const { order } = checkout;
  if (typeof order !== "object" || order === null || !("created_at" in order)) return null;
  const time = new Date(String(order.created_at)).getTime();
  return Number.isNaN(time) ? null : time;
}
