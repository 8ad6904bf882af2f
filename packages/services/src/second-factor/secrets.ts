import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from "node:crypto";
import type { Secrets } from "../context";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key for this purpose only, derived from the service's secret. */
function keyOf(authSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", authSecret, "", "genmint second factor", KEY_BYTES));
}

/**
 * Encrypts a user's secret for the database, with the current secret of the service. The user's id is authenticated: the text cannot be moved
 * to another row.
 */
export function sealSecret([current]: Secrets, userId: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(current), iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

export interface OpenedSecret {
  secret: string;
  /** Whether it was encrypted with the current secret of the service. Otherwise the caller encrypts it again. */
  isCurrent: boolean;
}

/**
 * Decrypts a user's secret with the secret of the service that it was encrypted with. The cipher is authenticated, so that no other one fits.
 * @throws when the text was encrypted for another user or with none of these secrets, or has been changed
 */
export function openSecret(authSecrets: Secrets, userId: string, sealed: string): OpenedSecret {
  let failure: unknown;
  for (const [index, authSecret] of authSecrets.entries()) {
    try {
      return { secret: decrypt(authSecret, userId, sealed), isCurrent: index === 0 };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function decrypt(authSecret: string, userId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(authSecret), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(userId));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return text.toString("utf8");
}

export const RECOVERY_CODES = 10;
const GROUPS = 4;
const GROUP_CHARACTERS = 4;
/** Without characters that look alike: I, O, 0, 1. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Recovery codes such as `K7QM-3XWA-…`: 80 random bits each. */
export function createRecoveryCodes(): string[] {
  const character = () => ALPHABET[randomInt(ALPHABET.length)];
  const group = () => Array.from({ length: GROUP_CHARACTERS }, character).join("");
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join("-"));
}

/** The hash of a code without regard to case, spaces and dashes. A fast hash is enough, because the codes are random. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.toUpperCase().replaceAll(/[\s-]/g, "")).digest("hex");
}
