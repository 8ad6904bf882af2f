import { periodEndAfter } from "./billing-period";
import { type Checkout, type Customer, newId, type PaymentRecords, type Subscription } from "./payment-state";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Turns a pending checkout into a paid one, with its order, transaction and, for a plan, its subscription.
 * `trialDays` above 0 starts a plan with a free trial: nothing is charged before its end.
 */
export function completePurchase(checkout: Checkout, customer: Customer, paidAt: Date, trialDays = 0): PaymentRecords {
  const { product } = checkout;
  const isTrial = trialDays > 0 && product.kind === "subscription";
  const amountCents = isTrial ? 0 : product.priceCents * checkout.units;
  const orderId = newId("ord");
  const transactionId = newId("tran");
  const subscription =
    product.kind === "subscription"
      ? openSubscription(checkout, customer, transactionId, paidAt, isTrial ? trialDays : 0)
      : null;
  return {
    checkout: { ...checkout, status: "completed", orderId },
    customer,
    order: {
      id: orderId,
      checkoutId: checkout.id,
      customerId: customer.id,
      product,
      amountCents,
      transactionId,
      createdAt: paidAt,
    },
    transaction: {
      id: transactionId,
      orderId,
      customerId: customer.id,
      subscriptionId: subscription?.id ?? null,
      amountCents,
      currency: product.currency ?? "USD",
      status: "paid",
      refundedCents: 0,
      periodStart: subscription?.periodStart ?? null,
      periodEnd: subscription?.periodEnd ?? null,
      createdAt: paidAt,
    },
    subscription,
  };
}

function openSubscription(
  checkout: Checkout,
  customer: Customer,
  transactionId: string,
  paidAt: Date,
  trialDays: number,
): Subscription {
  const periodEnd =
    trialDays > 0
      ? new Date(paidAt.getTime() + trialDays * DAY_MS)
      : periodEndAfter(paidAt, checkout.product.period ?? "every-month");
  return {
    id: newId("sub"),
    customerId: customer.id,
    product: checkout.product,
    units: checkout.units,
    status: trialDays > 0 ? "trialing" : "active",
    metadata: checkout.metadata,
    lastTransactionId: transactionId,
    periodStart: paidAt,
    periodEnd,
    canceledAt: null,
    createdAt: paidAt,
  };
}
