import type { ApiOutputs } from "@app/api/root";
import { useTranslations } from "use-intl/react";
import { useTRPCClient } from "~/trpc/client";
import { EmptyState } from "../page/empty-state";
import { LoadMore } from "../page/load-more";
import { useInfiniteList } from "../page/use-pages";
import { type LedgerFilterFields, toLedgerFilter, toLedgerQuery } from "./ledger-filter";
import { LedgerRows } from "./ledger-rows";

interface LedgerListProps {
  first: ApiOutputs["billing"]["ledger"];
  fields: LedgerFilterFields;
}

/** The reader's own ledger. */
export function LedgerList({ first, fields }: LedgerListProps) {
  const t = useTranslations("ledger");
  const api = useTRPCClient();
  const pages = useInfiniteList(first, (cursor) => api.billing.ledger.query({ ...toLedgerFilter(fields), cursor }));
  if (pages.items.length === 0)
    return <EmptyState>{toLedgerQuery(fields) === "" ? t("empty") : t("emptyFiltered")}</EmptyState>;
  return (
    <>
      <LedgerRows entries={pages.items} />
      <LoadMore {...pages} />
    </>
  );
}
