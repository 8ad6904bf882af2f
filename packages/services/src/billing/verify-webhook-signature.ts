import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether `signature` is the lower-case hex HMAC-SHA256 of the raw body. Compares in constant time.
 * A missing secret or signature is never valid.
 */
export function verifyWebhookSignature(rawBody: Uint8Array, signature: string | null, secret: string | null): boolean {
  if (!secret || !signature) return false;
  const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
