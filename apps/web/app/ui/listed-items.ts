import { createPath, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { ListPage } from "./load-more";

/** The parameter of a page's address that says how many items of its list were loaded. */
const ITEMS_PARAMETER = "items";

/** At most so many are loaded at once, rounded up to a whole page. More are loaded at the end of the list. */
const ITEMS_MAX = 240;

/** Loads the first page of a list, and as many of the next ones as its address says were loaded before. */
export async function loadListed<Item>(
  params: URLSearchParams,
  load: (cursor: string | undefined) => Promise<ListPage<Item>>,
): Promise<ListPage<Item>> {
  const wanted = Math.min(Number(params.get(ITEMS_PARAMETER)), ITEMS_MAX);
  let { items, nextCursor } = await load(params.get("cursor") ?? undefined);
  while (nextCursor !== null && items.length < wanted) {
    const next = await load(nextCursor);
    items = [...items, ...next.items];
    nextCursor = next.nextCursor;
  }
  return { items, nextCursor };
}

/**
 * Keeps in the page's address how many items of its list are loaded, so that Back and a reload show as many, and the browser finds the place
 * where the list was left. No navigation: that would cancel one that is pending.
 * @param first the page that was loaded with the document
 */
export function useItemsInAddress<Item>(first: ListPage<Item>, { items }: { items: readonly Item[] }): void {
  const location = useLocation();
  const count = items.length > first.items.length ? String(items.length) : null;
  useEffect(() => {
    // While Back is loading, the window has the address of another page already.
    if (count === null || addressWith(window.location, "") !== addressWith(location, "")) return;
    window.history.replaceState(window.history.state, "", addressWith(location, count));
  }, [location, count]);
}

function addressWith(
  { pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">,
  count: string,
): string {
  const params = new URLSearchParams(search);
  params.delete(ITEMS_PARAMETER);
  if (count) params.set(ITEMS_PARAMETER, count);
  return createPath({ pathname, search: `?${params}`, hash });
}
