import { createHmac } from "node:crypto";
import type { Checkout, PaymentRecords } from "./payment-state";

export const SIGNATURE_HEADER = "creem-signature";

/** The signature of a webhook: HMAC-SHA256 of the raw body, in lowercase hex. */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** The merchant's success URL with the provider's parameters, signed with the API key. Null if the checkout has none. */
export function successUrlAfter(checkout: Checkout, records: PaymentRecords, apiKey: string): string | null {
  if (checkout.successUrl === null) return null;
  const appended = Object.entries({
    request_id: checkout.requestId,
    checkout_id: checkout.id,
    order_id: records.order.id,
    customer_id: records.customer.id,
    subscription_id: records.subscription?.id ?? null,
    product_id: checkout.product.id,
  }).filter((entry): entry is [string, string] => entry[1] !== null);

  const url = new URL(checkout.successUrl);
  for (const [name, value] of appended) url.searchParams.set(name, value);
  url.searchParams.set("signature", signParameters(appended, apiKey));
  return url.toString();
}

/** HMAC-SHA256 over the `name=value` pairs, sorted by name and joined by `&`. */
function signParameters(parameters: readonly (readonly [string, string])[], apiKey: string): string {
  const text = parameters
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&");
  return createHmac("sha256", apiKey).update(text).digest("hex");
}
