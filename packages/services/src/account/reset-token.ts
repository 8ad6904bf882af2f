import { createHash, randomBytes } from "node:crypto";

/** How long the link in a mail can be used. */
export const RESET_TOKEN_MAX_AGE_MS = 60 * 60 * 1000;
const RESET_TOKEN_BYTES = 32;

export function createResetToken(): string {
  return randomBytes(RESET_TOKEN_BYTES).toString("base64url");
}

/** What is kept of a token. It is random enough not to need a slow hash. */
export function hashResetToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
