import { createHmac, randomUUID } from "node:crypto";
import { type CatalogueKey, findCatalogueItem } from "@app/core/billing/catalogue";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import { receiveWebhook } from "../src/billing/receive-webhook";
import type { ServiceContext } from "../src/context";
import { TEST_WEBHOOK_SECRET } from "./test-context";

export interface TestPurchase {
  userId: string;
  key: CatalogueKey;
  orderId?: string;
  subscriptionId?: string;
  eventType?: string;
}

/** A purchase as the provider announces it, in the simple envelope. */
export function purchaseEvent({
  userId,
  key,
  orderId = `ord_${randomUUID()}`,
  subscriptionId,
  eventType,
}: TestPurchase) {
  return {
    id: `evt_${randomUUID()}`,
    eventType: eventType ?? "checkout.completed",
    object: {
      metadata: { userId, key, kind: key === "pack_200" ? "one_time" : "subscription" },
      order: {
        id: orderId,
        amount: 500,
        currency: "usd",
        ...(subscriptionId ? { subscription_id: subscriptionId } : {}),
      },
    },
  };
}

/** Signs and delivers an event as the provider does. */
export function deliver(ctx: ServiceContext, event: object): Promise<{ received: true }> {
  const rawBody = Buffer.from(JSON.stringify(event));
  return receiveWebhook(ctx, {
    rawBody,
    signature: createHmac("sha256", TEST_WEBHOOK_SECRET).update(rawBody).digest("hex"),
  });
}

/** One sale in the shape of the provider's documentation pages: the checkout names no transaction, the payment no order. */
export interface PublishedSale {
  userId: string;
  key: CatalogueKey;
  paidAt: Date;
  orderId: string;
  subscriptionId: string;
}

export function publishedSale(sale: Pick<PublishedSale, "userId" | "key" | "paidAt">): PublishedSale {
  return { orderId: `ord_${randomUUID()}`, subscriptionId: `sub_${randomUUID()}`, ...sale };
}

const SUBSCRIPTION_PAID_AFTER_MS = 1_428;

export function publishedCheckout(
  sale: PublishedSale,
  changes: { order?: object; subscription?: object; product?: object } = {},
) {
  const { item, metadata, product, customer } = partsOf(sale);
  const at = sale.paidAt.toISOString();
  return {
    id: `evt_${randomUUID()}`,
    eventType: "checkout.completed",
    created_at: sale.paidAt.getTime(),
    object: {
      id: `ch_${sale.orderId}`,
      object: "checkout",
      request_id: "req_1",
      order: {
        id: sale.orderId,
        customer: customer.id,
        product: product.id,
        amount: item.priceCents,
        currency: "EUR",
        status: "paid",
        type: "recurring",
        created_at: at,
        updated_at: at,
        mode: "local",
        ...changes.order,
      },
      product: { ...product, ...changes.product },
      customer,
      subscription: {
        id: sale.subscriptionId,
        object: "subscription",
        product: product.id,
        customer: customer.id,
        collection_method: "charge_automatically",
        status: "active",
        canceled_at: null,
        created_at: at,
        updated_at: at,
        metadata,
        mode: "local",
        ...changes.subscription,
      },
      custom_fields: [],
      status: "completed",
      metadata,
      mode: "local",
    },
  };
}

/** `cycle` 0 is the first payment, 1 the first renewal, and so on. */
export function publishedPaid(sale: PublishedSale, changes: { cycle?: number; transactionId?: string } = {}) {
  const { cycle = 0 } = changes;
  const { item, metadata, product, customer } = partsOf(sale);
  const months = item.kind === "subscription" && item.cycle === "year" ? 12 : 1;
  const start = addMonthsUtc(new Date(sale.paidAt.getTime() + SUBSCRIPTION_PAID_AFTER_MS), cycle * months);
  const end = addMonthsUtc(start, months);
  return {
    id: `evt_${randomUUID()}`,
    eventType: "subscription.paid",
    created_at: start.getTime(),
    object: {
      id: sale.subscriptionId,
      object: "subscription",
      product,
      customer,
      collection_method: "charge_automatically",
      status: "active",
      last_transaction_id: changes.transactionId ?? `tran_${sale.orderId}_${cycle}`,
      last_transaction_date: start.toISOString(),
      next_transaction_date: end.toISOString(),
      current_period_start_date: start.toISOString(),
      current_period_end_date: end.toISOString(),
      canceled_at: null,
      created_at: sale.paidAt.toISOString(),
      updated_at: start.toISOString(),
      metadata,
      mode: "local",
    },
  };
}

/** Refunds and disputes name both the order and the transaction. `changes` are the object's own fields. */
export function moneyBackEvent(eventType: string, sale: PublishedSale, changes: object = {}, at = sale.paidAt) {
  return {
    id: `evt_${randomUUID()}`,
    eventType,
    created_at: at.getTime(),
    object: {
      id: `ref_${randomUUID()}`,
      transaction: {
        id: `tran_${sale.orderId}_0`,
        object: "transaction",
        order: sale.orderId,
        subscription: sale.subscriptionId,
        amount: 29_000,
        amount_paid: 29_000,
      },
      order: { id: sale.orderId },
      ...changes,
    },
  };
}

function partsOf({ userId, key, orderId, paidAt }: PublishedSale) {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not in the catalogue`);
  const at = paidAt.toISOString();
  const dates = { created_at: at, updated_at: at, mode: "local" };
  return {
    item,
    metadata: { userId, key, kind: item.kind },
    product: { id: key, name: item.name, price: item.priceCents, currency: "EUR", billing_type: "recurring", ...dates },
    customer: { id: `cust_${orderId}`, object: "customer", email: "buyer@example.com", country: "NL", ...dates },
  };
}
