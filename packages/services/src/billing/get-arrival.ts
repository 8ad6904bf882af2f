import type { UserContext } from "../context";
import { type PaymentSummary, paymentColumns } from "./payment-summary";

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
