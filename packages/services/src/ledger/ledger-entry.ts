import type { Prisma } from "@app/db/client";

/** What lists show of a ledger entry. */
export const ledgerColumns = {
  id: true,
  seq: true,
  userId: true,
  delta: true,
  reason: true,
  paymentId: true,
  balanceAfter: true,
  actorId: true,
  createdAt: true,
} as const satisfies Prisma.CreditLedgerSelect;

export type LedgerEntry = Prisma.CreditLedgerGetPayload<{ select: typeof ledgerColumns }>;
