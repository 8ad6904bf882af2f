import type { ApiOutputs } from "@app/api/root";
import { LEDGER_KINDS } from "@app/core/ledger/ledger-reasons";
import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPCClient } from "~/trpc/client";
import { NothingFoundIllustration } from "~/ui/illustrations/nothing-found";
import { PaymentsIllustration } from "~/ui/illustrations/payments";
import { useItemsInAddress } from "~/ui/listed-items";
import { LoadMore, useInfiniteList } from "~/ui/load-more";
import { EmptyState, Section } from "~/ui/page-layout";
import { useFilterForm } from "~/ui/use-filter-form";
import { billingTabPath, tabField } from "./billing-tabs";
import { type LedgerFilterFields, toLedgerFilter, toLedgerQuery } from "./ledger-filter";
import { LedgerRows } from "./ledger-rows";

interface LedgerSectionProps {
  ledger: ApiOutputs["billing"]["ledger"];
  fields: LedgerFilterFields;
  usage: ApiOutputs["billing"]["usageByKey"];
}

/** Ledger of the signed-in user, with a filter and a CSV export. */
export function LedgerSection({ ledger, fields, usage }: LedgerSectionProps) {
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
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("export")}
        </Button>
      }
    >
      <LedgerFilterForm fields={fields} usage={usage} />
      <LedgerList ledger={ledger} fields={fields} />
    </Section>
  );
}

/** Filter form. It uses GET, so that a filtered ledger has its own URL. */
function LedgerFilterForm({ fields, usage }: Omit<LedgerSectionProps, "ledger">) {
  const t = useTranslations("ledger");
  const path = useLocalePath();
  const keys = usage.flatMap(({ apiKeyId, name }) => (apiKeyId ? [{ value: apiKeyId, label: name ?? apiKeyId }] : []));
  const kinds = LEDGER_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }));
  return (
    <Form method="get" action="#ledger" preventScrollReset ref={useFilterForm(fields)}>
      <input type="hidden" {...tabField("activity")} />
      <Group gap="sm" align="flex-end" mb="md">
        <NativeSelect
          label={t("filter.kind")}
          name="kind"
          defaultValue={fields.kind}
          data={[{ value: "", label: t("filter.all") }, ...kinds]}
        />
        {keys.length === 0 && fields.apiKey === "" ? null : (
          <NativeSelect
            label={t("filter.apiKey")}
            name="apiKey"
            defaultValue={fields.apiKey}
            data={[{ value: "", label: t("filter.all") }, ...keys]}
          />
        )}
        <TextInput label={t("filter.from")} type="date" name="from" defaultValue={fields.from} />
        <TextInput label={t("filter.until")} type="date" name="until" defaultValue={fields.until} />
        <Group gap="xs">
          <Button type="submit" variant="default">
            {t("filter.apply")}
          </Button>
          {toLedgerQuery(fields) === "" ? null : (
            <Button
              component={Link}
              to={path(billingTabPath("activity"))}
              preventScrollReset
              variant="subtle"
              color="gray"
            >
              {t("filter.clear")}
            </Button>
          )}
        </Group>
      </Group>
    </Form>
  );
}

function LedgerList({ ledger, fields }: Omit<LedgerSectionProps, "usage">) {
  const t = useTranslations("ledger");
  const api = useTRPCClient();
  const pages = useInfiniteList(
    ledger,
    (cursor) => api.billing.ledger.query({ ...toLedgerFilter(fields), cursor }),
    toLedgerQuery(fields),
  );
  useItemsInAddress(ledger, pages);
  if (pages.items.length === 0) {
    return toLedgerQuery(fields) === "" ? (
      <EmptyState illustration={<PaymentsIllustration />}>{t("empty")}</EmptyState>
    ) : (
      <EmptyState illustration={<NothingFoundIllustration />}>{t("emptyFiltered")}</EmptyState>
    );
  }
  return (
    <>
      <LedgerRows entries={pages.items} />
      <LoadMore {...pages} />
    </>
  );
}
