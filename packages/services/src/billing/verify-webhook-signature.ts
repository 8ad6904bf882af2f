import { createHmac, timingSafeEqual } from "node:crypto";

/** Some senders write the algorithm before the digest. */
const ALGORITHM_PREFIX = "sha256=";

/**
 * Whether `signature` is the lower-case hex HMAC-SHA256 of the raw body, bare or after `sha256=`. Compares in constant time.
 * A missing secret or signature is never valid.
 */
export function verifyWebhookSignature(rawBody: Uint8Array, signature: string | null, secret: string | null): boolean {
  if (!secret || !signature) return false;
  const expected = Buffer.from(createHmac("sha256", secret).update(rawBody).digest("hex"));
  const isPrefixed = signature.startsWith(ALGORITHM_PREFIX);
  const given = Buffer.from(isPrefixed ? signature.slice(ALGORITHM_PREFIX.length) : signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
