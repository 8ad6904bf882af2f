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
  const grant = {
    entryId,
    userId: generation.userId,
    delta: generation.creditsUsed,
    reason: "refund",
    reference: generation.id,
    ...(actorId ? { actorId } : {}),
  };
  await grantCredits(tx, [grant], refund.now);
  return true;
}
