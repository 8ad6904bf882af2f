import { AppError } from "@app/core/errors";
import { parseIsoDate } from "@app/core/input/date";

/** One page of a long list. `nextCursor` is null on the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Makes a page of `size` items from up to `size + 1` rows. The extra row says that there is a next page. */
export function pageOf<Item>(rows: readonly Item[], size: number, cursorOf: (item: Item) => string): Page<Item> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > size && last !== undefined ? cursorOf(last) : null };
}

/** The last row of a page: the value the list is ordered by, and the id that orders equal values. */
export interface Position {
  value: string;
  id: string;
}

/** The cursor contains the value itself: the next page starts where this one ended even if the row has changed since. */
export function cursorOf(value: Date | number | string, id: string): string {
  return `${value instanceof Date ? value.toISOString() : value} ${id}`;
}

/** @throws AppError `bad_request` for an invalid cursor */
export function readCursor(cursor: string): Position {
  const end = cursor.indexOf(" ");
  if (end < 1 || end === cursor.length - 1) throw invalidCursor();
  return { value: cursor.slice(0, end), id: cursor.slice(end + 1) };
}

/** @throws AppError `bad_request` for an invalid cursor of a list that is ordered by time */
export function readTimeCursor(cursor: string): { at: Date; id: string } {
  const { value, id } = readCursor(cursor);
  const at = parseIsoDate(value);
  if (at === null) throw invalidCursor();
  return { at, id };
}

export function invalidCursor(): AppError {
  return new AppError("bad_request", "cursor is not valid");
}

/**
 * The Prisma condition for the rows after a cursor in a list ordered by createdAt and id, newest first. The first part is an index
 * condition; the second excludes rows of the same millisecond that the previous page has shown.
 */
export function createdBefore(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const { at, id } = readTimeCursor(cursor);
  return { AND: [{ createdAt: { lte: at } }, { OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] }] };
}

/** A row of a list that is read oldest first. */
export interface CreatedRow {
  id: string;
  createdAt: Date;
}

export const OLDEST_FIRST: ({ createdAt: "asc" } | { id: "asc" })[] = [{ createdAt: "asc" }, { id: "asc" }];

/** The condition for the rows after this one, oldest first. It may have been deleted since it was read. */
export function createdAfter(last: CreatedRow | undefined) {
  if (last === undefined) return {};
  const { id, createdAt } = last;
  return { AND: [{ createdAt: { gte: createdAt } }, { OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] }] };
}
