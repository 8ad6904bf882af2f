import { periodEndAfter } from "./billing-period";
import { type Checkout, type Customer, newId, type PaymentRecords, type Subscription } from "./payment-state";

/** Turns a pending checkout into a paid one, with its order, transaction and, for a plan, its subscription. */
export function completePurchase(checkout: Checkout, customer: Customer, paidAt: Date): PaymentRecords {
  const { product } = checkout;
  const amountCents = product.priceCents * checkout.units;
  const orderId = newId("ord");
  const transactionId = newId("tran");
  const subscription =
    product.kind === "subscription" ? openSubscription(checkout, customer, transactionId, paidAt) : null;
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
      status: "paid",
      periodStart: subscription?.periodStart ?? null,
      periodEnd: subscription?.periodEnd ?? null,
      createdAt: paidAt,
    },
    subscription,
  };
}

function openSubscription(checkout: Checkout, customer: Customer, transactionId: string, paidAt: Date): Subscription {
  return {
    id: newId("sub"),
    customerId: customer.id,
    product: checkout.product,
    status: "active",
    metadata: checkout.metadata,
    lastTransactionId: transactionId,
    periodStart: paidAt,
    periodEnd: periodEndAfter(paidAt, checkout.product.period ?? "every-month"),
    canceledAt: null,
    createdAt: paidAt,
  };
}
