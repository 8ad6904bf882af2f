import { expect, it } from "vitest";
import { loadListed } from "./listed-items";

const PAGE_ITEMS = 24;

/** A list of the numbers from 0, in pages. Its cursor is the next number. */
const load = (count: number) => async (cursor: string | undefined) => {
  const start = Number(cursor ?? 0);
  const end = Math.min(start + PAGE_ITEMS, count);
  const items = Array.from({ length: end - start }, (_, index) => start + index);
  return { items, nextCursor: end < count ? String(end) : null };
};

it.each([
  ["", 24, "24"],
  ["items=24", 24, "24"],
  ["items=50", 72, "72"],
  ["items=1000", 240, "240"],
  ["items=many", 24, "24"],
  ["items=-1", 24, "24"],
  ["items=50&cursor=280", 20, null],
])("an address with %j shows %j items", async (query, count, nextCursor) => {
  const list = await loadListed(new URLSearchParams(query), load(300));
  expect(list.items).toHaveLength(count);
  expect(new Set(list.items).size).toBe(count);
  expect(list.nextCursor).toBe(nextCursor);
});
