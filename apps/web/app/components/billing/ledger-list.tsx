import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { LoadMore } from "../page/load-more";
import { type ListPage, usePages } from "../page/use-pages";
import { type LedgerEntry, LedgerRows } from "./ledger-rows";

/** The reader's own ledger. */
export function LedgerList({ first }: { first: ListPage<LedgerEntry> }) {
  const api = useTRPCClient();
  const pages = usePages(first, (cursor) => api.billing.ledger.query({ cursor }));
  if (pages.items.length === 0) return <EmptyState>Your balance has not changed yet.</EmptyState>;
  return (
    <>
      <LedgerRows entries={pages.items} />
      <LoadMore {...pages} />
    </>
  );
}
