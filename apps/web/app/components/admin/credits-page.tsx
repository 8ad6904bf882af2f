import type { ApiOutputs } from "@app/api/root";
import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import type { LedgerFilterFields } from "./ledger-filter";
import { LedgerFilterForm } from "./ledger-filter-form";
import { LedgerTable } from "./ledger-table";

interface LedgerPageProps {
  ledger: ApiOutputs["admin"]["ledger"];
  fields: LedgerFilterFields;
}

/** Everybody's ledger. */
export function LedgerPage({ ledger, fields }: LedgerPageProps) {
  const t = useTranslations("admin.ledger");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={<CsvButton />} />
      <LedgerFilterForm fields={fields} />
      {ledger.items.length === 0 ? <EmptyState>{t("none")}</EmptyState> : <LedgerTable entries={ledger.items} />}
      <PageLinks nextCursor={ledger.nextCursor} />
    </>
  );
}

/** A file of all that match, not of this page alone. */
function CsvButton() {
  const t = useTranslations("admin.ledger");
  const path = useLocalePath();
  const [params] = useSearchParams();
  const filter = new URLSearchParams(params);
  filter.delete("cursor");
  return (
    <Button
      component="a"
      href={path(`/admin/ledger.csv?${filter}`)}
      download
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
    >
      {t("csv")}
    </Button>
  );
}
