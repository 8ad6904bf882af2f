import type { Checkout, Customer, PaymentRecords, Product, Subscription, Transaction } from "./payment-state";

/** The provider's test mode marks every object. */
const MODE = "test";
const CURRENCY = "USD";

export type WireObject = Record<string, unknown>;

export function productObject(product: Product): WireObject {
  return {
    id: product.id,
    object: "product",
    name: product.name,
    description: product.name,
    price: product.priceCents,
    currency: CURRENCY,
    billing_type: product.kind === "subscription" ? "recurring" : "onetime",
    billing_period: product.kind === "subscription" ? (product.period ?? "every-month") : "once",
    status: "active",
    mode: MODE,
  };
}

export function customerObject(customer: Customer): WireObject {
  return {
    id: customer.id,
    object: "customer",
    email: customer.email,
    name: null,
    country: "US",
    created_at: customer.createdAt.toISOString(),
    updated_at: customer.createdAt.toISOString(),
    mode: MODE,
  };
}

export function orderObject({ order, transaction }: PaymentRecords): WireObject {
  return {
    object: "order",
    id: order.id,
    customer: order.customerId,
    product: order.product.id,
    amount: order.amountCents,
    currency: CURRENCY,
    sub_total: order.amountCents,
    tax_amount: 0,
    amount_due: order.amountCents,
    amount_paid: order.amountCents,
    status: "paid",
    type: order.product.kind === "subscription" ? "recurring" : "onetime",
    transaction: transaction.id,
    created_at: order.createdAt.toISOString(),
    updated_at: order.createdAt.toISOString(),
    mode: MODE,
  };
}

export function transactionObject(transaction: Transaction): WireObject {
  return {
    id: transaction.id,
    object: "transaction",
    amount: transaction.amountCents,
    amount_paid: transaction.amountCents,
    currency: CURRENCY,
    type: transaction.subscriptionId ? "invoice" : "payment",
    status: transaction.status,
    order: transaction.orderId,
    subscription: transaction.subscriptionId,
    customer: transaction.customerId,
    period_start: transaction.periodStart?.getTime() ?? null,
    period_end: transaction.periodEnd?.getTime() ?? null,
    created_at: transaction.createdAt.getTime(),
    mode: MODE,
  };
}

/** A subscription as it lies inside a checkout: product and customer by id only. */
export function nestedSubscriptionObject(subscription: Subscription): WireObject {
  return {
    id: subscription.id,
    object: "subscription",
    product: subscription.product.id,
    customer: subscription.customerId,
    collection_method: "charge_automatically",
    status: subscription.status,
    canceled_at: subscription.canceledAt?.toISOString() ?? null,
    created_at: subscription.createdAt.toISOString(),
    updated_at: subscription.createdAt.toISOString(),
    metadata: subscription.metadata,
    mode: MODE,
  };
}

/** A subscription on its own, as lifecycle events and the API give it. There is no order object in it. */
export function subscriptionObject(records: PaymentRecords & { subscription: Subscription }): WireObject {
  const { subscription, customer, transaction } = records;
  return {
    ...nestedSubscriptionObject(subscription),
    product: productObject(subscription.product),
    customer: customerObject(customer),
    last_transaction_id: transaction.id,
    last_transaction: transactionObject(transaction),
    last_transaction_date: transaction.createdAt.toISOString(),
    next_transaction_date: subscription.status === "active" ? subscription.periodEnd.toISOString() : null,
    current_period_start_date: subscription.periodStart.toISOString(),
    current_period_end_date: subscription.periodEnd.toISOString(),
  };
}

/** A checkout as it is created: with its product's id and the address to send the buyer to. */
export function pendingCheckoutObject(checkout: Checkout, checkoutUrl: string): WireObject {
  return { ...checkoutFields(checkout), product: checkout.product.id, checkout_url: checkoutUrl };
}

/** A paid checkout, with all that came of it. `subscription` is absent from one-time purchases. */
export function completedCheckoutObject(checkout: Checkout, records: PaymentRecords): WireObject {
  return {
    ...checkoutFields(checkout),
    order: orderObject(records),
    product: productObject(checkout.product),
    customer: customerObject(records.customer),
    ...(records.subscription && { subscription: nestedSubscriptionObject(records.subscription) }),
    custom_fields: [],
  };
}

function checkoutFields(checkout: Checkout): WireObject {
  return {
    id: checkout.id,
    object: "checkout",
    status: checkout.status,
    units: checkout.units,
    ...(checkout.requestId !== null && { request_id: checkout.requestId }),
    ...(checkout.successUrl !== null && { success_url: checkout.successUrl }),
    metadata: checkout.metadata,
    mode: MODE,
  };
}
