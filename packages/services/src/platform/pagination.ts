import { AppError } from "@app/core/errors";

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

/** Where a page ended: the value the list is ordered by, and the id that tells equal values apart. */
export interface Position {
  value: string;
  id: string;
}

/** Carries the value itself, so that the next page starts where this one ended even when the row has moved since. */
export function cursorOf(value: Date | number | string, id: string): string {
  return `${value instanceof Date ? value.toISOString() : value} ${id}`;
}

/** @throws AppError `bad_request` for what is no cursor */
export function readCursor(cursor: string): Position {
  const end = cursor.indexOf(" ");
  if (end < 1 || end === cursor.length - 1) throw invalidCursor();
  return { value: cursor.slice(0, end), id: cursor.slice(end + 1) };
}

/** @throws AppError `bad_request` for what is no cursor of a list in the order of time */
export function readTimeCursor(cursor: string): { at: Date; id: string } {
  const { value, id } = readCursor(cursor);
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw invalidCursor();
  return { at, id };
}

export function invalidCursor(): AppError {
  return new AppError("bad_request", "cursor is not valid");
}

/**
 * What comes after a cursor in a list ordered by createdAt and id, the newest first. The first condition is what lets the database
 * begin there in its index; the second leaves out what the page before has shown of the same moment.
 */
export function createdBefore(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] }] };
}
