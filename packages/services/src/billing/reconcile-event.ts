import { parseProviderEvent } from "@app/core/billing/parse-provider-event";
import type { ServiceContext } from "../context";
import { processProviderEvent } from "./process-provider-event";
import { storeProviderEvent } from "./store-provider-event";

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
export async function reconcileEvent(
  ctx: ServiceContext,
  missed: MissedEvent,
): Promise<"granted" | "known" | "unnamed"> {
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
