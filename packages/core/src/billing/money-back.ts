import type { EventFields } from "./event-fields";

/** Money that goes back to the buyer, as a refund or dispute event tells of it. */
export interface MoneyBack {
  /** Whom the event is about: at least one of them is needed to find the payment. */
  orderId: string | null;
  transactionId: string | null;
  /**
   * `refunded`: all of it went back. `partly_refunded`: a part did. `disputed`: the buyer's bank asks for it. `dispute_won`: it stays
   * here after all. `pending`: nothing has happened yet, or it failed.
   */
  state: "refunded" | "partly_refunded" | "disputed" | "dispute_won" | "pending";
  /** Cents that go back; 0 where the event does not say. */
  amountCents: number;
}

const DISPUTE_EVENT = /^dispute\./;
/** A refund that has no status has happened. */
const DONE_REFUND_STATUSES: ReadonlySet<string | null> = new Set([null, "succeeded", "completed", "refunded"]);

export function readMoneyBack(eventType: string, object: EventFields): MoneyBack {
  const transaction = object.optionalFields("transaction");
  const ids = {
    orderId:
      object.optionalText("order") ??
      object.optionalFields("order").optionalText("id") ??
      transaction.optionalText("order") ??
      transaction.optionalFields("order").optionalText("id"),
    transactionId: object.optionalText("transaction") ?? transaction.optionalText("id"),
  };
  return DISPUTE_EVENT.test(eventType)
    ? { ...ids, ...disputeOf(eventType, object) }
    : { ...ids, ...refundOf(object, transaction) };
}

function disputeOf(eventType: string, object: EventFields): Pick<MoneyBack, "state" | "amountCents"> {
  const isWon = eventType === "dispute.won" || object.optionalText("status") === "won";
  return { state: isWon ? "dispute_won" : "disputed", amountCents: object.optionalAmountCents("amount") ?? 0 };
}

/** A refund is full when its transaction says so, or when what went back reaches what was paid, taxes included. */
function refundOf(object: EventFields, transaction: EventFields): Pick<MoneyBack, "state" | "amountCents"> {
  const amountCents = object.optionalAmountCents("refund_amount") ?? 0;
  if (!DONE_REFUND_STATUSES.has(object.optionalText("status"))) return { state: "pending", amountCents };
  const paid =
    transaction.optionalAmountCents("amount_paid") ??
    transaction.optionalAmountCents("amount") ??
    object.optionalFields("order").optionalAmountCents("amount");
  const refunded = Math.max(amountCents, transaction.optionalAmountCents("refunded_amount") ?? 0);
  const isFull = transaction.optionalText("status") === "refunded" || (paid !== null && refunded >= paid);
  return { state: isFull ? "refunded" : "partly_refunded", amountCents };
}
