import { randomUUID } from "node:crypto";
import { type CatalogueKey, findCatalogueItem } from "@app/core/billing/catalogue";
import { DEMO_PRODUCTS } from "@app/sandbox/payments/demo-products";
import { signWebhook } from "@app/sandbox/payments/signatures";
import { samplePurchase, sampleSubscription } from "@app/sandbox/testing/sample-purchase";
import { TEST_KEYS } from "@app/sandbox/testing/test-sandbox";
import { ApiClient, type ApiResponse } from "./api-client";
import type { TestApp } from "./app";

export const WEBHOOK_PATH = "/api/payments/provider/webhook";

/** Signs an event, or a body that is already text, and delivers it as the provider does. */
export async function sendWebhook(
  app: TestApp,
  event: object | string,
  options: { header?: string; path?: string } = {},
): Promise<ApiResponse> {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  return new ApiClient(app).postText(options.path ?? WEBHOOK_PATH, body, {
    [options.header ?? "provider-signature"]: signWebhook(body, TEST_KEYS.providerWebhookSecret),
  });
}

interface Buyer {
  userId: string;
  key: CatalogueKey;
}

/** A purchase in the simple envelope: one event with everything in `object.order`. */
export function purchaseEvent({ userId, key }: Buyer, eventType = "checkout.completed") {
  const item = catalogueItem(key);
  return {
    id: `evt_${randomUUID()}`,
    eventType,
    object: {
      metadata: { userId, key, kind: item.kind },
      order: {
        id: `ord_${randomUUID()}`,
        amount: item.priceCents,
        currency: "usd",
        subscription_id: item.kind === "subscription" ? `sub_${randomUUID()}` : undefined,
      },
    },
  };
}

/** The provider's records of a paid plan, from which the sandbox builds events of the provider's own form. */
export function planRecords(buyer: Buyer, paidAt: Date) {
  return sampleSubscription(sampleOf(buyer, paidAt));
}

/** The same of a pack, or of any product when the subscription does not matter. */
export function purchaseRecords(buyer: Buyer, paidAt: Date) {
  return samplePurchase(sampleOf(buyer, paidAt));
}

function sampleOf({ userId, key }: Buyer, paidAt: Date) {
  const product = DEMO_PRODUCTS.get(key);
  if (!product) throw new Error(`The sandbox does not sell ${key}`);
  return { paidAt, metadata: { userId, key, kind: catalogueItem(key).kind }, product: { ...product, id: key } };
}

function catalogueItem(key: CatalogueKey) {
  const item = findCatalogueItem(key);
  if (!item) throw new Error(`${key} is not in the catalogue`);
  return item;
}
