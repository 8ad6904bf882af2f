import type { ApiOutputs } from "@app/api/root";
import { useTranslations } from "use-intl/react";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { LoadMore } from "../page/load-more";
import { usePages } from "../page/use-pages";
import { type LedgerFields, ledgerFilterOf, ledgerQuery } from "./ledger-filter";
import { LedgerRows } from "./ledger-rows";

interface LedgerListProps {
  first: ApiOutputs["billing"]["ledger"];
  fields: LedgerFields;
}

/** The reader's own ledger. */
export function LedgerList({ first, fields }: LedgerListProps) {
  const t = useTranslations("ledger");
  const api = useTRPCClient();
  const pages = usePages(first, (cursor) => api.billing.ledger.query({ ...ledgerFilterOf(fields), cursor }));
  if (pages.items.length === 0)
    return <EmptyState>{ledgerQuery(fields) === "" ? t("empty") : t("emptyFiltered")}</EmptyState>;
  return (
    <>
      <LedgerRows entries={pages.items} />
      <LoadMore {...pages} />
    </>
  );
}
