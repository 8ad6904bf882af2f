import { createHmac, randomUUID } from "node:crypto";
import type { CatalogueKey } from "@app/core/catalogue/plans";
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
