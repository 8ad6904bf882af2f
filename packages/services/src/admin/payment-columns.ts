import type { Prisma } from "@app/db/client";

/** What administrators see of a payment. */
export const paymentColumns = {
  id: true,
  userId: true,
  amountCents: true,
  currency: true,
  status: true,
  type: true,
  planKey: true,
  subscriptionId: true,
  creditsGranted: true,
  createdAt: true,
  user: { select: { email: true } },
} as const satisfies Prisma.PaymentSelect;

export type AdminPayment = Omit<Prisma.PaymentGetPayload<{ select: typeof paymentColumns }>, "user"> & {
  userEmail: string;
};
