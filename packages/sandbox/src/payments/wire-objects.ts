import {
  type Checkout,
  type Customer,
  type EventShape,
  isCharge,
  type Order,
  type PaymentRecords,
  type Product,
  type Subscription,
  type Transaction,
} from "./payment-state";

/** Every object of the provider's test mode has this mark. */
const MODE = "test";
const DEFAULT_CURRENCY = "USD";
/** Products are stored without a date. */
const PRODUCT_CREATED_AT = "2025-01-01T00:00:00.000Z";
/** In the published examples the price excludes tax, and the paid amount includes it. */
const PUBLISHED_TAX_RATE = 0.21;

export type WireObject = Record<string, unknown>;

export function productObject(product: Product, shape: EventShape = "current"): WireObject {
  return {
    id: product.id,
    ...(shape === "current" ? { object: "product" } : { image_url: null }),
    name: product.name,
    description: product.description ?? product.name,
    price: product.priceCents,
    currency: product.currency ?? DEFAULT_CURRENCY,
    billing_type: billingType(product),
    billing_period: product.kind === "subscription" ? (product.period ?? "every-month") : "once",
    status: product.archived ? "archived" : "active",
    tax_mode: shape === "current" ? "inclusive" : "exclusive",
    tax_category: "saas",
    default_success_url: shape === "current" ? null : "",
    created_at: PRODUCT_CREATED_AT,
    updated_at: PRODUCT_CREATED_AT,
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

export function orderObject(order: Order, shape: EventShape = "current"): WireObject {
  return {
    id: order.id,
    customer: order.customerId,
    product: order.product.id,
    amount: order.amountCents,
    currency: order.product.currency ?? DEFAULT_CURRENCY,
    ...(shape === "current" && {
      object: "order",
      sub_total: order.amountCents,
      tax_amount: 0,
      amount_due: order.amountCents,
      amount_paid: order.amountCents,
      ...(order.amountCents > 0 && { transaction: order.transactionId }),
    }),
    status: "paid",
    type: billingType(order.product),
    created_at: order.createdAt.toISOString(),
    updated_at: order.createdAt.toISOString(),
    mode: MODE,
  };
}

export function transactionObject(transaction: Transaction, shape: EventShape = "current"): WireObject {
  const { amountCents, refundedCents, periodStart, periodEnd } = transaction;
  return {
    id: transaction.id,
    object: "transaction",
    amount: amountCents,
    amount_paid: withTax(amountCents, shape),
    tax_amount: withTax(amountCents, shape) - amountCents,
    currency: transaction.currency,
    type: transaction.subscriptionId ? "invoice" : "payment",
    status: shape === "published" && transaction.status === "chargedBack" ? "chargeback" : transaction.status,
    refunded_amount: refundedCents > 0 ? withTax(refundedCents, shape) : null,
    order: transaction.orderId,
    subscription: transaction.subscriptionId,
    customer: transaction.customerId,
    description: transaction.subscriptionId ? "Subscription payment" : "Payment",
    ...(periodStart && { period_start: periodStart.getTime() }),
    ...(periodEnd && { period_end: periodEnd.getTime() }),
    created_at: transaction.createdAt.getTime(),
    mode: MODE,
  };
}

export function withTax(amountCents: number, shape: EventShape): number {
  return shape === "published" ? Math.round(amountCents * (1 + PUBLISHED_TAX_RATE)) : amountCents;
}

/** A subscription within other objects: product and customer are ids only. */
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

/** A full subscription, as in lifecycle events and the API. It contains no order. */
export function subscriptionObject(
  records: PaymentRecords & { subscription: Subscription },
  shape: EventShape = "current",
): WireObject {
  const { subscription, customer, transaction } = records;
  const { product, periodStart, periodEnd } = subscription;
  return {
    ...nestedSubscriptionObject(subscription),
    product: productObject(product, shape),
    customer: customerObject(customer),
    items: [subscriptionItem(subscription)],
    ...(isCharge(transaction) && {
      last_transaction_id: transaction.id,
      ...(shape === "current" && { last_transaction: transactionObject(transaction) }),
      last_transaction_date: transaction.createdAt.toISOString(),
    }),
    // Absent if nothing will be charged: the provider's SDK refuses null.
    ...(willRenew(subscription) && { next_transaction_date: periodEnd.toISOString() }),
    current_period_start_date: periodStart.toISOString(),
    current_period_end_date: periodEnd.toISOString(),
  };
}

function willRenew({ status }: Subscription): boolean {
  return status === "active" || status === "trialing";
}

/** A subscription has exactly one item here, so the item's id derives from the subscription's. */
function subscriptionItem({ id, product, units }: Subscription): WireObject {
  return {
    object: "subscription_item",
    id: id.replace(/^sub/, "sitem"),
    product_id: product.id,
    price_id: `pprice_${product.id}`,
    units,
    mode: MODE,
  };
}

/** A new checkout: with its product's id and the URL for the buyer. */
export function pendingCheckoutObject(checkout: Checkout, checkoutUrl: string): WireObject {
  return { ...checkoutObject(checkout), checkout_url: checkoutUrl };
}

/** A paid checkout with its related objects. One-time purchases have no `subscription`. */
export function completedCheckoutObject(
  checkout: Checkout,
  records: PaymentRecords,
  shape: EventShape = "current",
): WireObject {
  return {
    ...checkoutObject(checkout),
    order: orderObject(records.order, shape),
    product: productObject(checkout.product, shape),
    customer: customerObject(records.customer),
    ...(records.subscription && { subscription: nestedSubscriptionObject(records.subscription) }),
    custom_fields: [],
  };
}

/** A checkout without related objects, with its product's id. */
export function checkoutObject(checkout: Checkout): WireObject {
  return {
    id: checkout.id,
    object: "checkout",
    product: checkout.product.id,
    status: checkout.status,
    units: checkout.units,
    ...(checkout.requestId !== null && { request_id: checkout.requestId }),
    ...(checkout.successUrl !== null && { success_url: checkout.successUrl }),
    metadata: checkout.metadata,
    mode: MODE,
  };
}

function billingType(product: Product): string {
  return product.kind === "subscription" ? "recurring" : "onetime";
}
