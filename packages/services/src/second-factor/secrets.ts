import { createHash, randomInt } from "node:crypto";
import type { SealedFor } from "../platform/sealed-secrets";

/** What the secret of a user's authenticator app is encrypted for. */
export const secondFactorOf = (userId: string): SealedFor => ({ purpose: "second factor", rowId: userId });

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
