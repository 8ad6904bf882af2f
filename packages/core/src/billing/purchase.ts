import { AppError } from "../errors";
import { addMonthsUtc } from "../schedule/installments";
import {
  CATALOGUE_KEYS,
  type CatalogueItem,
  type CatalogueKey,
  findCatalogueItem,
  type SubscriptionPlan,
} from "./catalogue";
import type { ProviderEvent, PurchaseMetadata } from "./provider-event";

/** Who bought what. Whether there is such a user only the database knows. */
export interface Purchase {
  userId: string;
  item: CatalogueItem;
  /** The subscription the payment is of, as the event names it; null for a pack and where the event names none. */
  subscriptionId: string | null;
  /** Start of the subscription period that was paid, where the event tells it. */
  periodStart: Date | null;
  /** Why an administrator should look at the payment; null where there is no reason. */
  attention: string | null;
  /** The key that was asked for at the checkout, where the product that was paid for is another. */
  otherKeyInMetadata: string | null;
}

type ProductIds = Readonly<Record<CatalogueKey, string>>;

/**
 * Reads what was bought. A configured product decides; metadata that disagrees is noted. For any other product the metadata decides,
 * and an administrator is asked to look.
 * @throws AppError `bad_request` for metadata with an unknown key, or a kind that does not fit its key
 */
export function readPurchase(event: ProviderEvent, metadata: PurchaseMetadata, productIds: ProductIds): Purchase {
  const claimed = readMetadata(metadata);
  const item = findProduct(event.productId, productIds) ?? claimed;
  const isMismatch = item.key !== claimed.key;
  const notes = [
    isMismatch ? `paid for ${item.key}, metadata says ${claimed.key}` : null,
    event.productId !== null && !findProduct(event.productId, productIds)
      ? `product ${event.productId} is not configured, metadata says ${claimed.key}`
      : null,
    event.isAmountNamed && event.amountCents < item.priceCents
      ? `paid ${event.amountCents} cents (${event.currency}), the price is ${item.priceCents}`
      : null,
  ].filter((note) => note !== null);
  const isPlan = item.kind === "subscription";
  return {
    userId: metadata.userId,
    item,
    subscriptionId: isPlan ? (event.subscriptionId ?? event.mentionedSubscriptionId) : null,
    periodStart: isPlan ? periodStartOf(item, event) : null,
    attention: notes.length > 0 ? notes.join("; ") : null,
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

/** What tells one payment of a subscription from another. Null is what is not known. */
export interface PaymentIdentity {
  orderId: string | null;
  transactionId: string | null;
  /** Start of the subscription period that was paid. */
  periodStart: Date | null;
}

/** The same of an event, which may hold its order or only name it. */
export interface AnnouncedPayment extends PaymentIdentity {
  /** Whether the event's object holds the order itself, and not a transaction that names one. */
  holdsOrder: boolean;
}

const DAY_MS = 86_400_000;
/** Periods of a subscription are a month apart or more. Two events of one payment give starts that differ by seconds. */
export const SAME_PERIOD_MAX_DAYS = 14;

/**
 * Whether an event announces a payment that is recorded already. An order the event itself holds decides. Transactions decide
 * otherwise, since renewals may name the first payment's order. Where one side knows only an order and the other only a transaction,
 * as in the provider's published first pair, the period decides.
 */
export function isSamePayment(event: AnnouncedPayment, recorded: PaymentIdentity): boolean {
  const sameOrder = event.orderId !== null && event.orderId === recorded.orderId;
  if (sameOrder && event.holdsOrder) return true;
  if (event.transactionId !== null && recorded.transactionId !== null)
    return event.transactionId === recorded.transactionId;
  if (sameOrder) return event.periodStart === null || recorded.periodStart === null || isSamePeriod(event, recorded);
  if (event.orderId !== null && recorded.orderId !== null) return false;
  return isSamePeriod(event, recorded);
}

function isSamePeriod(a: PaymentIdentity, b: PaymentIdentity): boolean {
  if (a.periodStart === null || b.periodStart === null) return false;
  return Math.abs(a.periodStart.getTime() - b.periodStart.getTime()) <= SAME_PERIOD_MAX_DAYS * DAY_MS;
}

/** When the period that a payment bought began: as the event says it, else one cycle before the period's end, else when it was paid. */
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

/** End of the cycle that a payment at `paidAt` bought, where the provider does not say it. */
export function periodEndAfter(plan: SubscriptionPlan, paidAt: Date): Date {
  return addMonthsUtc(paidAt, cycleMonths(plan));
}
