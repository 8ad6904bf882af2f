import type { ApiOutputs } from "@app/api/root";
import { Button } from "@mantine/core";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { Section } from "../page/section";
import { type LedgerFilterFields, toLedgerQuery } from "./ledger-filter";
import { LedgerFilterForm } from "./ledger-filter-form";
import { LedgerList } from "./ledger-list";

interface LedgerSectionProps {
  ledger: ApiOutputs["billing"]["ledger"];
  fields: LedgerFilterFields;
}

/** Where every credit came from and went. */
export function LedgerSection({ ledger, fields }: LedgerSectionProps) {
  const t = useTranslations("ledger");
  const path = useLocalePath();
  return (
    <Section
      title={t("title")}
      id="ledger"
      action={
        <Button
          component="a"
          href={`${path("/billing/ledger.csv")}${toLedgerQuery(fields)}`}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("export")}
        </Button>
      }
    >
      <LedgerFilterForm fields={fields} />
      <LedgerList first={ledger} fields={fields} />
    </Section>
  );
}
