import {
  type Checkout,
  type Customer,
  newId,
  type PaymentRecords,
  type Product,
  type ProductTerms,
  type Subscription,
} from "./payment-state";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Completes a pending checkout: creates its order, its transaction and, for a plan, its subscription.
 * `trialDays` above 0 starts a plan with a free trial: nothing is charged until its end.
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

type WithSubscription = PaymentRecords & { subscription: Subscription };

/** The payment of the next period, which starts at the end of the last one. It has its own order and transaction. */
export function renewSubscription(records: WithSubscription, paidAt: Date): WithSubscription {
  const { product, units, periodEnd } = records.subscription;
  return chargeSubscription(records, {
    product,
    amountCents: product.priceCents * units,
    periodStart: periodEnd,
    paidAt,
  });
}

/** Changes the product at once: the unused part of the paid period is deducted from the new price, and a new period starts. */
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

const MONTHS_PER_PERIOD = { "every-month": 1, "every-year": 12 } as const;

/** The end of the period that starts at `start`: calendar months in UTC, limited to the month's last day. */
export function periodEndAfter(start: Date, period: NonNullable<ProductTerms["period"]>): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + MONTHS_PER_PERIOD[period]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
