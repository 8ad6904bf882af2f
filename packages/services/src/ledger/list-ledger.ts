import { type LedgerKind, reasonsOfKind } from "@app/core/credits/ledger-kinds";
import type { ServiceContext } from "../context";
import { type Page, pageOf } from "../pages/page";
import { type LedgerEntry, ledgerColumns } from "./ledger-entry";

const ENTRIES_PER_PAGE = 50;

export interface LedgerFilter {
  userId?: string | undefined;
  reason?: string | undefined;
  kind?: LedgerKind | undefined;
  /** Entries written at or after this time. */
  from?: Date | undefined;
  /** Entries written before this time. */
  until?: Date | undefined;
  /** `seq` of the last entry of the page before. */
  cursor?: string | undefined;
}

/** Ledger entries in the order they were written, the newest first. Who may see whose is the caller's to decide. */
export async function listLedger(
  ctx: ServiceContext,
  filter: LedgerFilter,
  entriesPerPage = ENTRIES_PER_PAGE,
): Promise<Page<LedgerEntry>> {
  const rows = await ctx.db.creditLedger.findMany({
    where: {
      ...(filter.userId ? { userId: filter.userId } : {}),
      ...(filter.reason ? { reason: filter.reason } : {}),
      ...(filter.kind ? { AND: { reason: reasonsOfKind(filter.kind) } } : {}),
      ...(filter.cursor ? { seq: { lt: BigInt(filter.cursor) } } : {}),
      createdAt: { ...(filter.from ? { gte: filter.from } : {}), ...(filter.until ? { lt: filter.until } : {}) },
    },
    select: ledgerColumns,
    orderBy: { seq: "desc" },
    take: entriesPerPage + 1,
  });
  return pageOf(rows, entriesPerPage, (row) => String(row.seq));
}
