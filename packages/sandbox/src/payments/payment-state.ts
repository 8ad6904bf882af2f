import { randomBytes } from "node:crypto";
import { BoundedMap } from "../bounded";

/** A product that the merchant sells through the provider. */
export interface ProductTerms {
  name: string;
  priceCents: number;
  kind: "subscription" | "one_time";
  period?: "every-month" | "every-year";
  /** Shown on the payment page; the name if absent. */
  description?: string;
  /** US dollars if absent. */
  currency?: Currency;
}

export type Currency = "USD" | "EUR";

export interface Product extends ProductTerms {
  id: string;
  archived?: boolean;
}

export interface Customer {
  id: string;
  email: string;
  createdAt: Date;
}

export type Metadata = Readonly<Record<string, string | number | null>>;

export interface Checkout {
  id: string;
  product: Product;
  units: number;
  status: "pending" | "completed";
  requestId: string | null;
  successUrl: string | null;
  customerEmail: string | null;
  metadata: Metadata;
  orderId: string | null;
  createdAt: Date;
}

export interface Order {
  id: string;
  checkoutId: string | null;
  customerId: string;
  product: Product;
  amountCents: number;
  transactionId: string;
  createdAt: Date;
}

export interface Transaction {
  id: string;
  orderId: string;
  customerId: string;
  subscriptionId: string | null;
  amountCents: number;
  currency: Currency;
  status: "paid" | "partialRefund" | "refunded" | "chargedBack";
  refundedCents: number;
  periodStart: Date | null;
  periodEnd: Date | null;
  createdAt: Date;
}

export type SubscriptionStatus =
  | "active"
  | "trialing"
  | "paused"
  | "past_due"
  | "unpaid"
  | "scheduled_cancel"
  | "canceled";

export interface Subscription {
  id: string;
  customerId: string;
  product: Product;
  units: number;
  status: SubscriptionStatus;
  metadata: Metadata;
  lastTransactionId: string;
  periodStart: Date;
  periodEnd: Date;
  canceledAt: Date | null;
  createdAt: Date;
}

/** All records of one payment. `checkout` is null for a renewal. */
export interface PaymentRecords {
  checkout: Checkout | null;
  customer: Customer;
  order: Order;
  transaction: Transaction;
  subscription: Subscription | null;
}

/**
 * The format of events. `current` was captured in 2026. `published` is older, from the provider's documentation: its two events of
 * a first payment have no payment id in common.
 */
export const EVENT_SHAPES = ["current", "published"] as const;
export type EventShape = (typeof EVENT_SHAPES)[number];

/** The order of the events of a first payment. `together` sends all at the same time. */
export const EVENT_ORDERS = ["checkout_first", "paid_first", "together"] as const;
export type EventOrder = (typeof EVENT_ORDERS)[number];

export interface EventSettings {
  shape: EventShape;
  order: EventOrder;
}

export interface DeliveryAttempt {
  at: Date;
  /** The service's status; null if it could not be reached. */
  status: number | null;
  error: string | null;
}

export interface WebhookDelivery {
  id: string;
  eventType: string;
  /** The raw body. A resend has exactly the same bytes. */
  body: string;
  state: "pending" | "delivered" | "failed";
  attempts: DeliveryAttempt[];
}

/** The provider's data. */
export interface PaymentState {
  /** Changed by tests and the dashboard; a restart resets it. */
  events: EventSettings;
  /** Products created or changed over the API. They take precedence over the configured ones. */
  products: Map<string, Product>;
  checkouts: Map<string, Checkout>;
  customers: Map<string, Customer>;
  orders: Map<string, Order>;
  transactions: Map<string, Transaction>;
  subscriptions: Map<string, Subscription>;
  /** Newest last. */
  deliveries: Map<string, WebhookDelivery>;
  /** Running retries. */
  retries: Set<Promise<void>>;
}

export const PAYMENT_RECORDS_MAX = 2_000;
export const DELIVERIES_MAX = 500;

const ID_RANDOM_BYTES = 11;

export function createPaymentState(): PaymentState {
  return {
    events: { shape: "current", order: "checkout_first" },
    products: new BoundedMap(PAYMENT_RECORDS_MAX),
    checkouts: new BoundedMap(PAYMENT_RECORDS_MAX),
    customers: new BoundedMap(PAYMENT_RECORDS_MAX),
    orders: new BoundedMap(PAYMENT_RECORDS_MAX),
    transactions: new BoundedMap(PAYMENT_RECORDS_MAX),
    subscriptions: new BoundedMap(PAYMENT_RECORDS_MAX),
    deliveries: new BoundedMap(DELIVERIES_MAX),
    retries: new Set(),
  };
}

/** An id in the provider's style, such as `ord_3f…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(ID_RANDOM_BYTES).toString("hex")}`;
}

export function storeRecords(state: PaymentState, records: PaymentRecords): void {
  if (records.checkout) state.checkouts.set(records.checkout.id, records.checkout);
  if (records.subscription) state.subscriptions.set(records.subscription.id, records.subscription);
  state.customers.set(records.customer.id, records.customer);
  state.orders.set(records.order.id, records.order);
  state.transactions.set(records.transaction.id, records.transaction);
}

/** A product that was created over the API or configured. May be archived. */
export function findProduct(
  state: PaymentState,
  configured: ReadonlyMap<string, ProductTerms>,
  id: string,
): Product | undefined {
  const terms = configured.get(id);
  return state.products.get(id) ?? (terms && { ...terms, id });
}

/** False for the start of a free trial, which is stored as a transaction of 0 but is none at the provider. */
export function isCharge(transaction: Transaction): boolean {
  return transaction.amountCents > 0;
}

/** The records of an order; undefined if one of them is missing, because only the newest are kept. */
export function recordsOfOrder(state: PaymentState, orderId: string | null): PaymentRecords | undefined {
  const order = state.orders.get(orderId ?? "");
  const transaction = order && state.transactions.get(order.transactionId);
  const customer = order && state.customers.get(order.customerId);
  if (!order || !transaction || !customer) return undefined;
  const checkout = state.checkouts.get(order.checkoutId ?? "") ?? null;
  const subscription = state.subscriptions.get(transaction.subscriptionId ?? "") ?? null;
  return { checkout, customer, order, transaction, subscription };
}

/** The records of a subscription's latest payment. */
export function recordsOfSubscription(
  state: PaymentState,
  subscriptionId: string,
): (PaymentRecords & { subscription: Subscription }) | undefined {
  const subscription = state.subscriptions.get(subscriptionId);
  const transaction = subscription && state.transactions.get(subscription.lastTransactionId);
  const records = transaction && recordsOfOrder(state, transaction.orderId);
  return subscription && records ? { ...records, subscription } : undefined;
}
