import { AppError } from "@app/core/errors";
import type { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";

/** Whether a payment has arrived: the balance, and the payment itself where the buyer came back with its id. */
export async function getPurchaseStatus(
  ctx: UserContext,
  input: { paymentId?: string | undefined },
): Promise<{ credits: number; payment: PaymentSummary | null }> {
  const payment = input.paymentId
    ? await ctx.db.payment.findFirst({
        where: { id: input.paymentId, userId: ctx.actor.id },
        select: paymentColumns,
      })
    : null;
  return { credits: ctx.actor.credits, payment };
}

/** A payment with who made it. */
export interface Receipt {
  payment: PaymentSummary & { provider: string; subscriptionId: string | null };
  buyer: { name: string | null; email: string };
}

/** @throws AppError `not_found` for a payment that is not the caller's */
export async function getReceipt(ctx: UserContext, input: { paymentId: string }): Promise<Receipt> {
  const payment = await ctx.db.payment.findFirst({
    where: { id: input.paymentId, userId: ctx.actor.id },
    select: { ...paymentColumns, provider: true, subscriptionId: true },
  });
  if (!payment) throw new AppError("not_found", "Payment not found");
  return { payment, buyer: { name: ctx.actor.name, email: ctx.actor.email } };
}

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
