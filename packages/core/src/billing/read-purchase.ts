import { type CatalogueItem, findCatalogueItem } from "../catalogue/plans";
import { AppError } from "../errors";
import type { PurchaseMetadata } from "./purchase-metadata";

/** Who bought what. Whether there is such a user only the database knows. */
export interface Purchase {
  userId: string;
  item: CatalogueItem;
}

/** @throws AppError `bad_request` for an unknown key, or a kind that does not fit its key */
export function readPurchase({ userId, key, kind }: PurchaseMetadata): Purchase {
  const item = findCatalogueItem(key);
  if (!item) throw new AppError("bad_request", "metadata.key is not for sale");
  if (item.kind !== kind) throw new AppError("bad_request", "metadata.kind does not fit metadata.key");
  return { userId, item };
}
