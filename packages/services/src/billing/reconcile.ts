import { parseProviderEvent } from "@app/core/billing/provider-event";
import type { ServiceContext } from "../context";
import { processProviderEvent, storeProviderEvent } from "./receive-webhook";
import { queueEndOfReplaced } from "./subscriptions";

const ROWS_PER_PAGE = 100;

export interface Reconciliation {
  checkouts: number;
  subscriptions: number;
  /** Payments that were missing and have been granted now. */
  granted: number;
  /** What the provider could not be asked about, or answered nonsense to. */
  failed: number;
}

/**
 * Asks the provider about every checkout opened since a time that is not known to be paid, and about the last payment of every
 * subscription that is not canceled: whatever it took money for and could not tell us of is granted. Doing it twice does nothing more.
 */
export async function reconcileBilling(ctx: ServiceContext, since: Date): Promise<Reconciliation> {
  const result: Reconciliation = { checkouts: 0, subscriptions: 0, granted: 0, failed: 0 };
  for await (const id of openCheckouts(ctx, since)) {
    result.checkouts += 1;
    await count(ctx, result, async () => (await reconcileCheckout(ctx, id)).granted);
  }
  for await (const id of liveSubscriptions(ctx)) {
    result.subscriptions += 1;
    await count(ctx, result, () => reconcileSubscription(ctx, id));
  }
  return result;
}

/** One that fails must not keep the others from being looked at. */
async function count(ctx: ServiceContext, result: Reconciliation, ask: () => Promise<boolean>): Promise<void> {
  try {
    if (await ask()) result.granted += 1;
  } catch (error) {
    ctx.log.warn({ err: error }, "could not be reconciled");
    result.failed += 1;
  }
}

async function* openCheckouts(ctx: ServiceContext, since: Date): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.checkout.findMany({
      where: { status: "open", createdAt: { gte: since }, id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

async function* liveSubscriptions(ctx: ServiceContext): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.subscription.findMany({
      where: { status: { not: "canceled" }, id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

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

/**
 * Asks the provider about a subscription's last payment, and grants it when its event never came.
 * @returns whether it brought credits now
 * @throws UpstreamError when the provider cannot be asked
 */
async function reconcileSubscription(ctx: ServiceContext, subscriptionId: string): Promise<boolean> {
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

/** An event the provider should have sent, made from what it answered when asked. */
export interface MissedEvent {
  id: string;
  eventType: "checkout.completed" | "subscription.paid";
  created_at: number;
  object: Readonly<Record<string, unknown>>;
}

/**
 * Acts on a payment the provider tells of when asked, exactly as on its webhook: through the inbox and the same use case. A payment
 * that is recorded already is not even put into the inbox. An answer that names no payment is not acted on: under an id of our own making
 * the payment's real event would grant it again.
 * @returns "granted" when it brought credits now, "known" when it did not have to, "unnamed" when the answer names no payment
 */
async function reconcileEvent(ctx: ServiceContext, missed: MissedEvent): Promise<"granted" | "known" | "unnamed"> {
  const { paymentId, transactionId, holdsOrder } = parseProviderEvent(missed, ctx.now());
  if (paymentId === null || paymentId === missed.id) {
    ctx.log.warn({ event: missed.id }, "the provider names no payment, so nothing is granted");
    return "unnamed";
  }
  // A renewal's transaction may name the first payment's order, so an order that is only named does not decide.
  const byId = holdsOrder || transactionId === null ? [{ providerPaymentId: paymentId }] : [];
  const byTransaction = transactionId === null ? [] : [{ providerTransactionId: transactionId }];
  const known = await ctx.db.payment.findFirst({ where: { OR: [...byId, ...byTransaction] }, select: { id: true } });
  if (known) return "known";
  const stored = await storeProviderEvent(ctx, Buffer.from(JSON.stringify(missed)));
  const { outcome } = await processProviderEvent(ctx, stored);
  return outcome === "granted" ? "granted" : "known";
}
