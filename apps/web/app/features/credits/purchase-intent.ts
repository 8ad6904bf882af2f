import { type CatalogueItem, type CatalogueKey, findCatalogueItem } from "@app/core/billing/catalogue";
import { withCycle } from "../pricing/billing-cycle";

/** Query parameter of the billing page: the item whose checkout it opens at once. */
const INTENT_PARAMETER = "buy";

/**
 * Path of the billing page that opens an item's checkout at once. Signing in or up returns to it, so that the choice of a visitor who is
 * signed out is not lost.
 */
export function purchaseIntentPath(key: CatalogueKey): string {
  const item = findCatalogueItem(key);
  const intent = new URLSearchParams({ [INTENT_PARAMETER]: key });
  // With the plan's cycle, so that the page shows its card when the buyer comes back from the checkout.
  return `/billing?${item?.kind === "subscription" ? withCycle(intent, item.cycle) : intent}#plans`;
}

/** The item that the address names; null if it names none that is on sale. */
export function readPurchaseIntent(params: URLSearchParams): CatalogueItem | null {
  return findCatalogueItem(params.get(INTENT_PARAMETER) ?? "") ?? null;
}

export function withoutPurchaseIntent(params: URLSearchParams): URLSearchParams {
  const others = new URLSearchParams(params);
  others.delete(INTENT_PARAMETER);
  return others;
}
