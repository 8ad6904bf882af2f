import { periodEndAfter } from "./billing-period";
import { newId, type PaymentRecords, type Subscription } from "./payment-state";

/** The next period's payment: it begins where the last one ended and has an order and a transaction of its own. */
export function renewSubscription(
  records: PaymentRecords & { subscription: Subscription },
  paidAt: Date,
): PaymentRecords & { subscription: Subscription } {
  const { customer, subscription: previous } = records;
  const { product } = previous;
  const orderId = newId("ord");
  const transactionId = newId("tran");
  const periodStart = previous.periodEnd;
  const periodEnd = periodEndAfter(periodStart, product.period ?? "every-month");
  return {
    checkout: null,
    customer,
    order: {
      id: orderId,
      checkoutId: null,
      customerId: customer.id,
      product,
      amountCents: records.order.amountCents,
      transactionId,
      createdAt: paidAt,
    },
    transaction: {
      id: transactionId,
      orderId,
      customerId: customer.id,
      subscriptionId: previous.id,
      amountCents: records.order.amountCents,
      status: "paid",
      periodStart,
      periodEnd,
      createdAt: paidAt,
    },
    subscription: {
      ...previous,
      status: "active",
      lastTransactionId: transactionId,
      periodStart,
      periodEnd,
    },
  };
}
