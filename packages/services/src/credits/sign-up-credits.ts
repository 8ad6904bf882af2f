import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { grantCredits } from "./grant-credits";

/**
 * Grants a new account its first credits. Call it in the transaction that creates the account, so that no account misses them. The entry's
 * id is derived from the user, so that no account gets them twice.
 */
export async function grantSignUpCredits({ config, now }: ServiceContext, tx: Tx, userId: string): Promise<void> {
  if (config.signUpCredits === 0) return;
  const entryId = `sign-up:${userId}`;
  await grantCredits(tx, [{ entryId, userId, delta: config.signUpCredits, reason: "bonus", reference: null }], now());
}
