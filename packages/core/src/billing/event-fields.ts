import { AppError } from "../errors";
import { parseIsoDate } from "../input/date";
import { isBlank, textProblem } from "../input/fields";

const TEXT_MAX_CHARACTERS = 255;
const AMOUNT_MAX_CENTS = 2_147_483_647;
const DATE_MAX_MS = Date.UTC(9999, 11, 31);

/**
 * Reads one object of a provider's event field by field. A field that is absent, null or blank reads as null. A field of the wrong shape is
 * refused with its full name, because guessing could grant a payment twice.
 */
export class EventFields {
  readonly #members: ReadonlyMap<string, unknown>;
  readonly #path: string;

  private constructor(members: ReadonlyMap<string, unknown>, path: string) {
    this.#members = members;
    this.#path = path;
  }

  /** @throws AppError `bad_request` when the event is no object */
  static ofEvent(body: unknown): EventFields {
    if (!isPlainObject(body)) throw new AppError("bad_request", "Request body must be a JSON object");
    return new EventFields(ownMembers(body), "");
  }

  /** The fields of a nested object. None when it is absent. */
  fields(name: string): EventFields {
    const value = this.#value(name);
    if (value !== null && !isPlainObject(value)) throw this.#refusal(name, "must be an object");
    return new EventFields(ownMembers(value ?? {}), `${this.#path}${name}.`);
  }

  /** Like `fields`, where the provider may send an object's bare id in its place. */
  reference(name: string): EventFields {
    const value = this.#value(name);
    if (typeof value !== "string") return this.fields(name);
    return new EventFields(new Map([["id", value]]), `${this.#path}${name}.`);
  }

  text(name: string): string | null {
    const value = this.#value(name);
    if (value === null) return null;
    if (typeof value !== "string") throw this.#refusal(name, "must be a string");
    if (isBlank(value)) return null;
    const problem = textProblem(`${this.#path}${name}`, value, TEXT_MAX_CHARACTERS);
    if (problem !== undefined) throw new AppError("bad_request", problem);
    return value;
  }

  amountCents(name: string): number | null {
    if (this.#value(name) === null) return null;
    const amount = this.optionalAmountCents(name);
    if (amount === null) throw this.#refusal(name, `must be a whole number of cents from 0 to ${AMOUNT_MAX_CENTS}`);
    return amount;
  }

  /** An amount. Anything else reads as null. */
  optionalAmountCents(name: string): number | null {
    const value = this.#value(name);
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= AMOUNT_MAX_CENTS
      ? value
      : null;
  }

  /** A date in milliseconds or ISO text. Anything else reads as null, because every date has a fallback. */
  date(name: string): Date | null {
    const value = this.#value(name);
    const date = typeof value === "number" ? new Date(value) : typeof value === "string" ? parseIsoDate(value) : null;
    return date && date.getTime() > 0 && date.getTime() <= DATE_MAX_MS ? date : null;
  }

  /** A text. Anything else reads as null. */
  optionalText(name: string): string | null {
    return typeof this.#value(name) === "string" ? this.text(name) : null;
  }

  /** The fields of a nested object. Anything else reads as an object without fields. */
  optionalFields(name: string): EventFields {
    return isPlainObject(this.#value(name)) ? this.fields(name) : new EventFields(new Map(), `${this.#path}${name}.`);
  }

  #value(name: string): unknown {
    return this.#members.get(name) ?? null;
  }

  #refusal(name: string, problem: string): AppError {
    return new AppError("bad_request", `${this.#path}${name} ${problem}`);
  }
}

// A Map of own members: names such as `constructor` are not looked up in the prototype.
function ownMembers(value: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The id of the payment an event's object announces. The first payment of a subscription is announced twice, by an
 * order and by a transaction that names the order: both give the order's id, so that it is granted once.
 */
export function readPaymentId(object: EventFields): string | null {
  return (
    readOrderId(object) ??
    object.reference("last_transaction").reference("order").text("id") ??
    readLastTransactionId(object) ??
    object.reference("transaction").reference("order").text("id")
  );
}

/** The order that the object itself holds. */
export function readOrderId(object: EventFields): string | null {
  return object.reference("order").text("id");
}

/** The order that was paid, named by the object itself or by its transaction. */
export function readAnyOrderId(object: EventFields): string | null {
  return (
    readOrderId(object) ??
    object.reference("last_transaction").reference("order").text("id") ??
    object.reference("transaction").reference("order").text("id")
  );
}

/** The provider's transaction behind the payment: a second key that tells payments apart. */
export function readTransactionId(object: EventFields): string | null {
  return object.reference("order").reference("transaction").text("id") ?? readLastTransactionId(object);
}

export function readSubscriptionId(object: EventFields): string | null {
  return (
    object.reference("order").text("subscription_id") ??
    object.reference("subscription").text("id") ??
    (object.text("object") === "subscription" ? object.text("id") : null) ??
    object.reference("transaction").reference("subscription").text("id")
  );
}

/** The product that was bought, as an object with an id or as the bare id. Any other shape is ignored. */
export function readProductId(object: EventFields): string | null {
  for (const place of [object, object.reference("order"), object.reference("subscription")]) {
    const id = place.optionalText("product") ?? place.optionalFields("product").optionalText("id");
    if (id !== null) return id;
  }
  return null;
}

function readLastTransactionId(object: EventFields): string | null {
  return object.text("last_transaction_id") ?? object.reference("last_transaction").text("id");
}

/** Amount, currency and state of an announced payment. */
export interface PaymentTerms {
  amountCents: number;
  /** False where the event names no amount. `amountCents` is then the product's price, or 0. */
  isAmountNamed: boolean;
  /** What was paid in all, tax included. Null where the event names no tax, because `amountCents` may be without it. */
  paidCents: number | null;
  /** The tax within `paidCents`. Null where the event names none. */
  taxCents: number | null;
  /** Three lower-case letters, `usd` where the event names none. */
  currency: string;
  /** The status of order or transaction where it is not paid, such as `pending`. Else null. */
  unpaidStatus: string | null;
  /** Whether a trial starts: nothing was paid yet. */
  isTrialStart: boolean;
}

const DEFAULT_CURRENCY = "usd";
const CURRENCY = /^[a-z]{3}$/;
/** In lower case. A transaction of which a part was refunded was paid: the refund has an event of its own. */
const PAID: ReadonlySet<string> = new Set(["paid", "partialrefund"]);
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
    ...readTax(object, amountCents),
    currency: CURRENCY.test(currency) ? currency : DEFAULT_CURRENCY,
    unpaidStatus: statuses.find((status) => status !== null && !PAID.has(status.toLowerCase())) ?? null,
    isTrialStart: (amountCents ?? 0) === 0 && subscriptionStatus === TRIALING,
  };
}

const NO_TAX_NAMED = { paidCents: null, taxCents: null };

/** Read leniently: it is shown on the receipt and decides nothing. */
function readTax(object: EventFields, amountCents: number | null): Pick<PaymentTerms, "paidCents" | "taxCents"> {
  const places = [object.optionalFields("order"), object.optionalFields("last_transaction")];
  const payment = places.find((fields) => fields.optionalAmountCents("tax_amount") !== null);
  const taxCents = payment?.optionalAmountCents("tax_amount") ?? null;
  if (!payment || taxCents === null) return NO_TAX_NAMED;
  const isOnTop = object.optionalFields("product").optionalText("tax_mode") === "exclusive";
  const paidCents =
    payment.optionalAmountCents("amount_paid") ??
    (amountCents === null ? null : amountCents + (isOnTop ? taxCents : 0));
  const isPlausible = paidCents !== null && paidCents >= taxCents && paidCents <= AMOUNT_MAX_CENTS;
  return isPlausible ? { paidCents, taxCents } : NO_TAX_NAMED;
}

/** The product's price: a published `subscription.paid` names no amount. 0 where the price is no amount. */
function priceOf(product: EventFields): number {
  return product.optionalAmountCents("price") ?? 0;
}

/** A refund or a dispute. */
export interface MoneyBack {
  /** The ids of the payment. At least one of them is needed to find it. */
  orderId: string | null;
  transactionId: string | null;
  /**
   * `refunded`: in full. `partly_refunded`: in part. `disputed`: the buyer's bank reclaims the money. `dispute_won`: the money stays
   * here. `pending`: the refund has not happened yet, or it failed.
   */
  state: "refunded" | "partly_refunded" | "disputed" | "dispute_won" | "pending";
  /** Cents that are returned, with those of earlier refunds where the event says so. 0 where it does not say. */
  amountCents: number;
  /** For a refund in part, whether the event says how much was paid. Where it does not, the payment has to tell whether this is all of it. */
  isPaidNamed: boolean;
}

const DISPUTE_EVENT = /^dispute\./;
/** A refund without a status counts as done. */
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

function disputeOf(eventType: string, object: EventFields): Omit<MoneyBack, "orderId" | "transactionId"> {
  const isWon = eventType === "dispute.won" || object.optionalText("status") === "won";
  return {
    state: isWon ? "dispute_won" : "disputed",
    amountCents: object.optionalAmountCents("amount") ?? 0,
    isPaidNamed: false,
  };
}

/** A refund is full when its transaction says so, or when the refunded amount reaches the paid one, taxes included. */
function refundOf(object: EventFields, transaction: EventFields): Omit<MoneyBack, "orderId" | "transactionId"> {
  const amountCents = Math.max(
    object.optionalAmountCents("refund_amount") ?? 0,
    transaction.optionalAmountCents("refunded_amount") ?? 0,
  );
  const paid =
    transaction.optionalAmountCents("amount_paid") ??
    transaction.optionalAmountCents("amount") ??
    object.optionalFields("order").optionalAmountCents("amount");
  const isPaidNamed = paid !== null;
  if (!DONE_REFUND_STATUSES.has(object.optionalText("status"))) return { state: "pending", amountCents, isPaidNamed };
  const isFull = transaction.optionalText("status") === "refunded" || (paid !== null && amountCents >= paid);
  return { state: isFull ? "refunded" : "partly_refunded", amountCents, isPaidNamed };
}
