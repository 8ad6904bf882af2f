import { randomUUID } from "node:crypto";
import type { Db, Tx } from "@app/db/client/db";

/** Generous, because a hot account makes transactions wait for each other longer than Prisma's default of five seconds. */
export const NAIVE_TRANSACTION = { maxWait: 60_000, timeout: 60_000 };

export interface Charge {
  userId: string;
  costCredits: number;
  reason: string;
  /** What is paid for: a chat session, a generation. */
  reference: string;
}

/**
 * A spend as most services write it, for comparison: find the user, check the balance, update it, insert the ledger entry. Four round
 * trips in an interactive transaction. Two spends at once can both pass the check.
 */
export function spendNaively(db: Db, charge: Charge): Promise<void> {
  return db.$transaction((tx) => chargeNaively(tx, charge), NAIVE_TRANSACTION);
}

export async function chargeNaively(tx: Tx, { userId, costCredits, reason, reference }: Charge): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.credits < costCredits) throw new Error("Insufficient credits");
  const { credits } = await tx.user.update({
    where: { id: userId },
    data: { credits: { decrement: costCredits } },
  });
  await tx.creditLedger.create({
    data: { id: randomUUID(), userId, delta: -costCredits, reason, paymentId: reference, balanceAfter: credits },
  });
}
