import type { Tx } from "@app/db/client/db";
import { grantCredits } from "./grant-credits";

/** A charged generation. */
export interface ChargedGeneration {
  id: string;
  userId: string;
  creditsUsed: number;
}

/** The ledger entry that returns a generation's credits. */
export const refundEntryId = (generationId: string) => `refund:${generationId}`;

/**
 * Returns the credits of a spend to the limit of the API key that it was made with. Called with the user locked, as spends lock it.
 * @returns the key, for the ledger entry of the refund; undefined for a spend without one
 */
export async function returnToApiKey(
  tx: Tx,
  spend: { entryId: string; userId: string },
  credits: number,
): Promise<string | undefined> {
  const [key] = await tx.$queryRaw<{ id: string }[]>`
    UPDATE api_key SET "creditsUsed" = "creditsUsed" - ${credits}::int
    FROM credit_ledger
    WHERE credit_ledger.id = ${spend.entryId} AND credit_ledger."userId" = ${spend.userId}
      AND api_key.id = credit_ledger."apiKeyId" AND api_key."userId" = ${spend.userId}
    RETURNING api_key.id`;
  return key?.id;
}

/**
 * Returns the credits of a generation, at most once: the entry's id is derived from the generation's, so the ledger cannot hold two.
 * @returns whether this call returned them. False when they were returned before or never charged
 */
export async function refundCharge(
  tx: Tx,
  generation: ChargedGeneration,
  refund: { now: Date; actorId?: string },
): Promise<boolean> {
  const entryId = refundEntryId(generation.id);
  // A concurrent refund of the same generation waits here, and then finds the entry.
  await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${generation.userId} FOR NO KEY UPDATE`;
  const [entries] = await tx.$queryRaw<{ charged: boolean; refunded: boolean }[]>`
    SELECT
      EXISTS (SELECT FROM credit_ledger WHERE "userId" = ${generation.userId} AND "paymentId" = ${generation.id} AND delta < 0) AS charged,
      EXISTS (SELECT FROM credit_ledger WHERE id = ${entryId}) AS refunded`;
  if (!entries?.charged || entries.refunded) return false;
  const { actorId } = refund;
  const apiKeyId = await returnToApiKey(tx, { ...generation, entryId: generation.id }, generation.creditsUsed);
  const grant = {
    entryId,
    userId: generation.userId,
    delta: generation.creditsUsed,
    reason: "refund",
    reference: generation.id,
    ...(actorId ? { actorId } : {}),
    ...(apiKeyId ? { apiKeyId } : {}),
  };
  await grantCredits(tx, [grant], refund.now);
  return true;
}
