/** One page of a long list. `nextCursor` is null on the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Cuts a page from rows that were read one beyond its size. */
export function pageOf<Item>(rows: readonly Item[], size: number, cursorOf: (item: Item) => string): Page<Item> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last !== undefined ? cursorOf(last) : null };
}
