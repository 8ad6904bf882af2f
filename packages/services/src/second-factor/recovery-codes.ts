import { createHash, randomInt } from "node:crypto";

export const RECOVERY_CODES = 10;
const GROUPS = 4;
const GROUP_CHARACTERS = 4;
/** Without what is easily mistaken for one another. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** Codes to write down, such as `K7QM-3XWA-…`: 80 random bits each. */
export function createRecoveryCodes(): string[] {
  const character = () => ALPHABET[randomInt(ALPHABET.length)];
  const group = () => Array.from({ length: GROUP_CHARACTERS }, character).join("");
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join("-"));
}

/** What is kept of a code: it is random enough not to need a slow hash. Case, spaces and dashes are the writer's own. */
export function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.toUpperCase().replaceAll(/[\s-]/g, "")).digest("hex");
}
