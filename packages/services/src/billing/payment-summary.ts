import type { Prisma } from "@app/db/client";

/** What lists show of a payment. */
export const paymentColumns = {
  id: true,
  amountCents: true,
  currency: true,
  type: true,
  status: true,
  planKey: true,
  creditsGranted: true,
  createdAt: true,
} as const satisfies Prisma.PaymentSelect;

export type PaymentSummary = Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>;
