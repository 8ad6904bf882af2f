import { randomUUID } from "node:crypto";
import type { ServiceContext } from "../src/context";
import { type FakePaymentProvider, paidCheckout, paidSubscription } from "./fake-payment-provider";
import { deliver, purchaseEvent } from "./provider-events";
import { createUser } from "./test-context";

/** A checkout that was paid at the provider, and whose webhook never came. */
export async function createLostPurchase(ctx: ServiceContext, payment: FakePaymentProvider, createdAt = ctx.now()) {
  const userId = await createUser(ctx);
  const id = `ch_${randomUUID()}`;
  await ctx.db.checkout.create({ data: { id, userId, key: "pack_200", createdAt } });
  payment.checkouts.set(id, paidCheckout({ userId, key: "pack_200", orderId: `ord_${id}`, paidAt: createdAt }));
  return { id, userId };
}

/** A subscriber who has 1,000 credits of the first payment, and whose renewal was paid at the provider without a webhook. */
export async function createLostRenewal(
  ctx: ServiceContext,
  payment: FakePaymentProvider,
  { paidAt, transactionStatus = "paid" }: { paidAt: Date; transactionStatus?: string },
) {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId }));
  const renewal = { userId, key: "starter_monthly", orderId: `ord_${randomUUID()}`, subscriptionId, paidAt } as const;
  const object = paidSubscription(renewal, transactionStatus);
  payment.subscriptions.set(subscriptionId, object);
  return { subscriptionId, userId, object };
}
