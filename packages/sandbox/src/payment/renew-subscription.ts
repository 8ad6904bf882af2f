import { periodEndAfter } from "./billing-period";
import { newId, type PaymentRecords, type Product, type Subscription } from "./payment-state";

type WithSubscription = PaymentRecords & { subscription: Subscription };

/** The next period's payment: it begins where the last one ended and has an order and a transaction of its own. */
export function renewSubscription(records: WithSubscription, paidAt: Date): WithSubscription {
  const { product, units, periodEnd } = records.subscription;
  return chargeSubscription(records, {
    product,
    amountCents: product.priceCents * units,
    periodStart: periodEnd,
    paidAt,
  });
}

/** Another product at once: the unused part of the paid period counts towards the new price, and a new period begins. */
export function upgradeSubscription(records: WithSubscription, product: Product, at: Date): WithSubscription {
  const { units, periodStart, periodEnd } = records.subscription;
  const periodMs = periodEnd.getTime() - periodStart.getTime();
  const unusedMs = Math.min(Math.max(periodEnd.getTime() - at.getTime(), 0), periodMs);
  const unusedCents = Math.round((records.order.amountCents * unusedMs) / periodMs);
  const amountCents = Math.max(product.priceCents * units - unusedCents, 0);
  return chargeSubscription(records, { product, amountCents, periodStart: at, paidAt: at });
}

function chargeSubscription(
  { customer, subscription: previous }: WithSubscription,
  charge: { product: Product; amountCents: number; periodStart: Date; paidAt: Date },
): WithSubscription {
  const { product, amountCents, periodStart, paidAt } = charge;
  const orderId = newId("ord");
  const transactionId = newId("tran");
  const periodEnd = periodEndAfter(periodStart, product.period ?? "every-month");
  return {
    checkout: null,
    customer,
    order: {
      id: orderId,
      checkoutId: null,
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
      subscriptionId: previous.id,
      amountCents,
      currency: product.currency ?? "USD",
      status: "paid",
      refundedCents: 0,
      periodStart,
      periodEnd,
      createdAt: paidAt,
    },
    subscription: {
      ...previous,
      product,
      status: "active",
      lastTransactionId: transactionId,
      periodStart,
      periodEnd,
    },
  };
}
