import { AppError } from "../errors";
import { CATALOGUE_KEYS, type CatalogueItem, type CatalogueKey, findCatalogueItem } from "./catalogue";
import { periodStartOf } from "./payment-identity";
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
