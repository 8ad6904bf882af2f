import { createHmac } from "node:crypto";

export const SIGNATURE_HEADER = "creem-signature";

/** The signature of a webhook: lowercase hex HMAC-SHA256 of the raw body. */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}
