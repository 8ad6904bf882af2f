import { AppError } from "@app/core/errors";
import type { Prisma } from "@app/db/client";

/** Milliseconds since 1970 and the row's id. 15 digits are always a date, and one the database can hold. */
const CURSOR = /^(?<ms>\d{1,15})_(?<id>.+)$/;

/** Where in the history a page ended: after this row, the newest first. */
export function generationCursor(row: { createdAt: Date; id: string }): string {
  return `${row.createdAt.getTime()}_${row.id}`;
}

/**
 * The rows after the cursor's. It carries the sort key itself, so a deep page is found in the index like the first.
 * @throws AppError `bad_request`
 */
export function afterCursor(cursor: string): Prisma.GenerationHistoryWhereInput {
  const { ms, id } = CURSOR.exec(cursor)?.groups ?? {};
  if (ms === undefined || id === undefined) throw new AppError("bad_request", "cursor is not valid");
  const at = new Date(Number(ms));
  return { createdAt: { lte: at }, OR: [{ createdAt: { lt: at } }, { id: { lt: id } }] };
}
