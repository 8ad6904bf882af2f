import type { ApiOutputs } from "@app/api/root";
import { FILTER_MAX_CHARACTERS } from "@app/core/admin/admin-options";
import { LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import { Button, Group, SimpleGrid, Table, Text, TextInput } from "@mantine/core";
import { Form, Link, useSearchParams } from "@remix-run/react";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { useFilterForm } from "~/ui/use-filter-form";
import { CreditAmount } from "../credits/credit-amount";
import { IdText, UserLink, useAdminLabels } from "./cell-values";
import { type Column, DataTable, EmptyList } from "./data-table";
import type { LedgerFilterFields } from "./ledger-filter";

interface LedgerPageProps {
  ledger: ApiOutputs["admin"]["ledger"];
  fields: LedgerFilterFields;
}

/** Ledger entries of all users. */
export function LedgerPage({ ledger, fields }: LedgerPageProps) {
  const t = useTranslations("admin.ledger");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} actions={<CsvButton />} />
      <LedgerFilterForm fields={fields} />
      {ledger.items.length === 0 ? <EmptyList>{t("none")}</EmptyList> : <LedgerTable entries={ledger.items} />}
      <PageLinks nextCursor={ledger.nextCursor} />
    </>
  );
}

/** Downloads all matching entries, not only this page. */
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
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
    >
      {t("csv")}
    </Button>
  );
}

/** Filter form. It uses GET, so that a filtered ledger has its own URL. */
function LedgerFilterForm({ fields }: { fields: LedgerFilterFields }) {
  const t = useTranslations("admin.ledger");
  const reasonsId = useId();
  return (
    <Form method="get" ref={useFilterForm(fields)}>
      <SimpleGrid cols={{ base: 2, md: 4 }} mb="sm">
        <TextInput
          label={t("user")}
          placeholder={t("userHint")}
          name="user"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={fields.user}
        />
        <TextInput
          label={t("reason")}
          placeholder={t("any")}
          name="reason"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={fields.reason}
          list={reasonsId}
        />
        <TextInput label={t("from")} type="date" name="from" defaultValue={fields.from} />
        <TextInput label={t("until")} type="date" name="until" defaultValue={fields.until} />
      </SimpleGrid>
      <datalist id={reasonsId}>
        {LEDGER_REASONS.map((reason) => (
          <option key={reason} value={reason} />
        ))}
      </datalist>
      <Group gap="xs" mb="md">
        <Button type="submit" variant="default">
          {t("filter")}
        </Button>
        <Button component={Link} to="?" variant="subtle" color="gray">
          {t("clear")}
        </Button>
      </Group>
    </Form>
  );
}

type Entry = ApiOutputs["admin"]["ledger"]["items"][number];

interface LedgerTableProps {
  entries: readonly Entry[];
  /** False hides the user column, for the ledger of one user. */
  hasUsers?: boolean;
}

export function LedgerTable({ entries, hasUsers = true }: LedgerTableProps) {
  const t = useTranslations("admin");
  const columns: Column[] = [
    { label: t("column.date") },
    ...(hasUsers ? [{ label: t("column.user") }] : []),
    { label: t("column.change"), isNumber: true },
    { label: t("column.balanceAfter"), isNumber: true },
    { label: t("column.reason") },
    { label: t("column.reference") },
    { label: t("column.by") },
  ];
  return (
    <DataTable label={t("ledger.table")} columns={columns}>
      {entries.map((entry) => (
        <LedgerRow key={entry.id} entry={entry} hasUser={hasUsers} />
      ))}
    </DataTable>
  );
}

function LedgerRow({ entry, hasUser }: { entry: Entry; hasUser: boolean }) {
  const t = useTranslations("ledger");
  const format = useFormat();
  const labels = useAdminLabels();
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={entry.createdAt} />
      </Table.Td>
      {hasUser ? (
        <Table.Td>
          <UserLink userId={entry.userId} text={entry.userEmail} />
        </Table.Td>
      ) : null}
      <Table.Td data-end>
        <Text span inherit fw={600} c={entry.delta < 0 ? "inherit" : "var(--mantine-color-mint-light-color)"}>
          {format.signed(entry.delta)}
        </Text>
      </Table.Td>
      <Table.Td data-end>
        <CreditAmount credits={entry.balanceAfter} />
      </Table.Td>
      <Table.Td data-wrap>
        {labels.reason(entry)}
        {entry.apiKeyName === null ? null : (
          <Text size="sm" c="dimmed">
            {t("apiKey", { name: entry.apiKeyName })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <IdText id={entry.paymentId} />
      </Table.Td>
      <Table.Td>
        {entry.actorId && entry.actorEmail ? <UserLink userId={entry.actorId} text={entry.actorEmail} /> : "—"}
      </Table.Td>
    </Table.Tr>
  );
}
