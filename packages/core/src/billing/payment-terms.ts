import type { EventFields } from "./event-fields";

/** What an event says of the payment that it announces. */
export interface PaymentTerms {
  amountCents: number;
  /** False where the event names no amount: `amountCents` is then the product's price, or 0. */
  isAmountNamed: boolean;
  /** Three lower-case letters; `usd` where the event names none. */
  currency: string;
  /** What order or transaction is called where that is anything but paid, such as `pending`; else null. */
  unpaidStatus: string | null;
  /** The start of a trial: nothing was paid, and the first payment is still to come. */
  isTrialStart: boolean;
}

const DEFAULT_CURRENCY = "usd";
const CURRENCY = /^[a-z]{3}$/;
const PAID = "paid";
const TRIALING = "trialing";

export function readPaymentTerms(object: EventFields): PaymentTerms {
  const order = object.reference("order");
  const lastTransaction = object.reference("last_transaction");
  const product = object.optionalFields("product");
  const amountCents = order.amountCents("amount") ?? lastTransaction.amountCents("amount");
  const currency = (
    order.optionalText("currency") ??
    lastTransaction.optionalText("currency") ??
    product.optionalText("currency") ??
    DEFAULT_CURRENCY
  ).toLowerCase();
  const statuses = [order, order.reference("transaction"), lastTransaction].map((fields) =>
    fields.optionalText("status"),
  );
  const subscriptionStatus = object.reference("subscription").optionalText("status") ?? object.optionalText("status");
  return {
    amountCents: amountCents ?? priceOf(product),
    isAmountNamed: amountCents !== null,
    currency: CURRENCY.test(currency) ? currency : DEFAULT_CURRENCY,
    unpaidStatus: statuses.find((status) => status !== null && status.toLowerCase() !== PAID) ?? null,
    isTrialStart: (amountCents ?? 0) === 0 && subscriptionStatus === TRIALING,
  };
}

/** A published `subscription.paid` names no amount, but its product's price. A price that is no amount counts as none. */
function priceOf(product: EventFields): number {
  return product.optionalAmountCents("price") ?? 0;
}
