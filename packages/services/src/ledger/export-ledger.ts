import type { UserContext } from "../context";
import type { LedgerEntry } from "./ledger-entry";
import { type LedgerFilter, listLedger } from "./list-ledger";

const ENTRIES_AT_ONCE = 1_000;

/** The caller's whole ledger, the newest entries first, read page by page: a long one is never in memory at once. */
export async function* exportLedger(
  ctx: UserContext,
  filter: Omit<LedgerFilter, "userId" | "cursor">,
): AsyncGenerator<LedgerEntry[]> {
  let cursor: string | undefined;
  do {
    const page = await listLedger(ctx, { ...filter, userId: ctx.actor.id, cursor }, ENTRIES_AT_ONCE);
    yield page.items;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
