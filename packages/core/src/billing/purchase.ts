import { purchaseGrant } from "../credits/grants";
import { AppError } from "../errors";
import { addMonthsUtc } from "../schedule/instalments";
import {
  CATALOGUE_KEYS,
  type CatalogueItem,
  type CatalogueKey,
  findCatalogueItem,
  type SubscriptionPlan,
} from "./catalogue";
import { formatCents } from "./format-amount";
import type { ProviderEvent, PurchaseMetadata } from "./provider-event";

/** Who bought what, as an event says it. Whether the user exists is checked by the caller. */
export interface Purchase {
  userId: string;
  item: CatalogueItem;
  /** The subscription that was paid for, as the event names it. Null for a pack, and where the event names none. */
  subscriptionId: string | null;
  /** Start of the paid subscription period, where the event tells it. */
  periodStart: Date | null;
  /** Why an administrator should look at the payment. Null where there is no reason. */
  attention: string | null;
  /** The key that the checkout was opened for, where another product was paid for. */
  otherKeyInMetadata: string | null;
}

export type ProductIds = Readonly<Record<CatalogueKey, string>>;

/**
 * Reads what was bought (contract §11). A configured product decides; metadata that disagrees is noted. For any other product the
 * metadata decides, and an administrator is asked to look.
 * @throws AppError `bad_request` for metadata with an unknown key, or a kind that does not fit its key
 */
export function readPurchase(event: ProviderEvent, metadata: PurchaseMetadata, productIds: ProductIds): Purchase {
  const claimed = readMetadata(metadata);
  const product = findProduct(event.productId, productIds);
  const item = product ?? claimed;
  const isMismatch = item.key !== claimed.key;
  const notes = [
    isMismatch ? `Paid for ${item.name}, but the checkout was for ${claimed.name}` : null,
    event.productId !== null && !product
      ? `Product ${event.productId} is not configured, the checkout was for ${claimed.name}`
      : null,
    event.isAmountNamed && event.amountCents < item.priceCents
      ? `Paid ${formatCents(event.amountCents, event.currency)}, the price is ${formatCents(item.priceCents, item.currency)}`
      : null,
  ].filter((note) => note !== null);
  const isPlan = item.kind === "subscription";
  return {
    userId: metadata.userId,
    item,
    subscriptionId: isPlan ? (event.subscriptionId ?? event.mentionedSubscriptionId) : null,
    periodStart: isPlan ? periodStartOf(item, event) : null,
    attention: notes.length > 0 ? notes.join(". ") : null,
    otherKeyInMetadata: isMismatch ? claimed.key : null,
  };
}

function readMetadata({ key, kind }: PurchaseMetadata): CatalogueItem {
  const item = findCatalogueItem(key);
  if (!item) throw new AppError("bad_request", "metadata.key is not for sale");
  if (item.kind !== kind) throw new AppError("bad_request", "metadata.kind does not fit metadata.key");
  return item;
}

function findProduct(productId: string | null, productIds: ProductIds): CatalogueItem | undefined {
  const key = CATALOGUE_KEYS.find((candidate) => productIds[candidate] === productId);
  return key && findCatalogueItem(key);
}

/** What tells one payment of a subscription from another. Null where it is unknown. */
export interface PaymentIdentity {
  orderId: string | null;
  transactionId: string | null;
  /** Start of the subscription period that was paid. */
  periodStart: Date | null;
  /** The plan that was paid for. Null for a pack, and where an event names no product. */
  planKey: string | null;
}

/** The identity of the payment that an event announces. */
export interface AnnouncedPayment extends PaymentIdentity {
  /** Whether the event's object holds the order itself, and not just a transaction that names one. */
  holdsOrder: boolean;
}

const DAY_MS = 86_400_000;
/** Periods of a subscription are at least a month apart. */
export const SAME_PERIOD_MAX_DAYS = 14;
/** Two events of one payment give starts that differ by seconds. */
const SAME_START_MAX_MS = 5 * 60_000;

/**
 * Whether an event announces a payment that is recorded already. An order that the event itself holds decides, unless a renewal that arrived
 * earlier has named it. Otherwise transactions decide, because renewals may name the first payment's order. Where one side has only an order
 * and the other only a transaction, as in the provider's published pair of events, the period decides. Another plan that starts later in the same period is a change of plan. With
 * the same start it is the payment that is recorded: the product was changed at the provider without a new payment.
 */
export function isSamePayment(event: AnnouncedPayment, recorded: PaymentIdentity): boolean {
  const sameOrder = event.orderId !== null && event.orderId === recorded.orderId;
  if (sameOrder && event.holdsOrder) return !isRenewalOfOrder(event, recorded);
  if (event.transactionId !== null && recorded.transactionId !== null)
    return event.transactionId === recorded.transactionId;
  if (sameOrder) return event.periodStart === null || recorded.periodStart === null || isSamePeriod(event, recorded);
  if (event.orderId !== null && recorded.orderId !== null) return false;
  return isSamePeriod(event, recorded);
}

/** Whether the recorded payment only names the order that the event holds: it has another transaction and is for another period. */
function isRenewalOfOrder(event: AnnouncedPayment, recorded: PaymentIdentity): boolean {
  const isOtherTransaction =
    event.transactionId !== null && recorded.transactionId !== null && event.transactionId !== recorded.transactionId;
  const hasPeriods = event.periodStart !== null && recorded.periodStart !== null;
  return isOtherTransaction && hasPeriods && !isSamePeriod(event, recorded);
}

function isSamePeriod(a: PaymentIdentity, b: PaymentIdentity): boolean {
  if (a.periodStart === null || b.periodStart === null) return false;
  const isOtherPlan = a.planKey !== null && b.planKey !== null && a.planKey !== b.planKey;
  const apartMaxMs = isOtherPlan ? SAME_START_MAX_MS : SAME_PERIOD_MAX_DAYS * DAY_MS;
  return Math.abs(a.periodStart.getTime() - b.periodStart.getTime()) <= apartMaxMs;
}

/** A payment that is recorded already. */
export interface RecordedPayment extends PaymentIdentity {
  id: string;
  subscriptionId: string | null;
  taxCents: number | null;
}

/** A subscription that begins or is renewed. */
export interface SubscriptionStart {
  id: string;
  plan: SubscriptionPlan;
  status: "active" | "trialing";
  periodEnd: Date;
}

export type PurchaseDecision =
  /** Record the payment under this id and grant its credits. `subscription` is null for a pack. */
  | {
      kind: "grant";
      paymentId: string;
      credits: number;
      reason: "one_time_pack" | "subscription_cycle";
      subscription: SubscriptionStart | null;
    }
  /** The payment is recorded already. `payment` is null where only its id is taken. */
  | { kind: "duplicate"; payment: RecordedPayment | null }
  /** A trial begins; nothing was paid. */
  | { kind: "trial"; subscription: SubscriptionStart }
  /** The provider calls order or transaction something other than paid. */
  | { kind: "unpaid"; status: string };

/** What the database knows that a decision depends on. */
export interface PurchaseState {
  /** Owner and plan of the subscription that the event names, where it exists. */
  subscription: { userId: string; planKey: string } | null;
  /** The users that exist, by id. */
  buyers: ReadonlyMap<string, { isDeleted: boolean }>;
  /** Payments that share an id, an order, a transaction or a subscription with the event, the newest first. May hold others. */
  recorded: readonly RecordedPayment[];
}

/**
 * Decides what an event that announces a payment means. Writes nothing. Buyer and product are read from the event's metadata, or, where
 * the provider sent none, from the subscription that is stored.
 * @throws AppError `bad_request` for missing metadata, an unknown user or key, a kind that does not fit its key, a buyer who deleted the
 *   account, or an event without an id by which a repetition could be recognised
 */
export function decidePurchase(
  event: ProviderEvent,
  state: PurchaseState,
  productIds: ProductIds,
): { purchase: Purchase; decision: PurchaseDecision } {
  const metadata = event.metadata ?? metadataOf(state.subscription);
  if (!metadata) throw new AppError("bad_request", "Missing metadata");
  const purchase = readPurchase(event, metadata, productIds);
  const buyer = state.buyers.get(purchase.userId);
  if (!buyer) throw new AppError("bad_request", "metadata.userId is not a user");
  const decision = decisionFor(event, purchase, state.recorded);
  if (buyer.isDeleted && (decision.kind === "grant" || decision.kind === "trial"))
    throw new AppError("bad_request", "metadata.userId is a deleted account");
  return { purchase, decision };
}

function metadataOf(subscription: PurchaseState["subscription"]): PurchaseMetadata | null {
  return subscription && { userId: subscription.userId, key: subscription.planKey, kind: "subscription" };
}

function decisionFor(event: ProviderEvent, purchase: Purchase, recorded: readonly RecordedPayment[]): PurchaseDecision {
  if (event.paymentId === null) throw new AppError("bad_request", "id must be a non-empty string");
  const plan = purchase.item.kind === "subscription" ? purchase.item : null;
  if (event.isTrialStart && plan) {
    // Where the event does not tell the trial's end, it ends at once until another event says otherwise.
    const periodEnd = event.periodEnd ?? event.eventAt;
    const id = purchase.subscriptionId ?? event.paymentId;
    return { kind: "trial", subscription: { id, plan, status: "trialing", periodEnd } };
  }
  if (event.unpaidStatus !== null) return { kind: "unpaid", status: event.unpaidStatus };

  const payment = findRecordedPayment(event, purchase, recorded);
  if (payment) return { kind: "duplicate", payment };
  const paymentId = freePaymentId(event, recorded);
  if (paymentId === null) return { kind: "duplicate", payment: null };
  return {
    kind: "grant",
    paymentId,
    ...purchaseGrant(purchase.item),
    subscription: plan && {
      id: purchase.subscriptionId ?? paymentId,
      plan,
      status: "active",
      periodEnd: event.periodEnd ?? periodEndAfter(plan, event.eventAt),
    },
  };
}

/** The payment that the event announces, if it is among the recorded ones. An exact id decides before the period does. */
function findRecordedPayment(
  event: ProviderEvent,
  { item, subscriptionId, periodStart }: Purchase,
  recorded: readonly RecordedPayment[],
): RecordedPayment | null {
  const { orderId, transactionId } = event;
  const rankOf = (row: RecordedPayment): number => {
    if (isEqual(row.transactionId, transactionId)) return 0;
    if (isEqual(row.orderId, orderId)) return 1;
    return row.id === event.paymentId || isEqual(row.subscriptionId, subscriptionId) ? 2 : 3;
  };
  const related = recorded.filter((row) => rankOf(row) < 3).sort((a, b) => rankOf(a) - rankOf(b));
  const planKey = item.kind === "subscription" && event.productId !== null ? item.key : null;
  const announced = { orderId, transactionId, periodStart, planKey, holdsOrder: event.holdsOrder };
  // An event with neither order nor transaction is recognised by its own id alone.
  const isOwnId = (row: RecordedPayment) => row.id === event.eventId && row.id === event.paymentId;
  return related.find((row) => isSamePayment(announced, row) || isOwnId(row)) ?? null;
}

function isEqual(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/**
 * The id of a new payment. A renewal whose transaction names the first payment's order is recorded under its transaction, and so is the first
 * payment where the renewal arrived earlier.
 */
function freePaymentId(event: ProviderEvent, recorded: readonly RecordedPayment[]): string | null {
  const isOrderNamed = recorded.some((row) => row.id === event.paymentId && isEqual(row.orderId, event.orderId));
  const mayUseTransaction = !event.holdsOrder || isOrderNamed;
  const candidates = mayUseTransaction ? [event.paymentId, event.transactionId] : [event.paymentId];
  const taken = new Set(recorded.map(({ id }) => id));
  return candidates.find((id) => id !== null && !taken.has(id)) ?? null;
}

/** Start of the period that a payment bought: as the event says it, else one cycle before the period's end, else when it was paid. */
export function periodStartOf(
  plan: SubscriptionPlan,
  event: { periodStart: Date | null; periodEnd: Date | null; paidAt: Date | null },
): Date | null {
  if (event.periodStart) return event.periodStart;
  return event.periodEnd ? addMonthsUtc(event.periodEnd, -cycleMonths(plan)) : event.paidAt;
}

const MONTHS_BY_CYCLE = { month: 1, year: 12 } as const;

function cycleMonths(plan: SubscriptionPlan): number {
  return MONTHS_BY_CYCLE[plan.cycle];
}

/** End of the cycle that a payment at `paidAt` bought, where the provider does not tell it. */
export function periodEndAfter(plan: SubscriptionPlan, paidAt: Date): Date {
  return addMonthsUtc(paidAt, cycleMonths(plan));
}
