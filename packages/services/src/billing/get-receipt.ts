import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { type PaymentSummary, paymentColumns } from "./payment-summary";

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
