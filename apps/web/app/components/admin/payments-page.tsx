import type { ApiOutputs } from "@app/api/root";
import { Box } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { PaymentsTable } from "./payments-table";
import { SearchForm } from "./search-form";

/** What was paid. */
export function PaymentsPage({ payments }: { payments: ApiOutputs["admin"]["payments"] }) {
  const t = useTranslations("admin.payments");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Box mb="md">
        <SearchForm placeholder={t("search")} />
      </Box>
      {payments.items.length === 0 ? <EmptyState>{t("none")}</EmptyState> : <PaymentsTable payments={payments.items} />}
      <PageLinks nextCursor={payments.nextCursor} />
    </>
  );
}
