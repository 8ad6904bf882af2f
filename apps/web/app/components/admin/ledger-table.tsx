import type { ApiOutputs } from "@app/api/root";
import { Table, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { CreditAmount } from "../shell/credit-amount";
import { type Column, DataTable } from "./data-table";
import { IdText } from "./id-text";
import { useAdminLabels } from "./use-names";
import { UserLink } from "./user-link";

type Entry = ApiOutputs["admin"]["ledger"]["items"][number];

interface LedgerTableProps {
  entries: readonly Entry[];
  /** Left out where all are one user's. */
  hasUsers?: boolean;
}

/** Changes of balances, the newest first. */
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
  const format = useFormat();
  const names = useAdminLabels();
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(entry.createdAt)}</Table.Td>
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
      <Table.Td data-wrap>{names.reason(entry.reason)}</Table.Td>
      <Table.Td>
        <IdText id={entry.paymentId} />
      </Table.Td>
      <Table.Td>
        {entry.actorId && entry.actorEmail ? <UserLink userId={entry.actorId} text={entry.actorEmail} /> : "—"}
      </Table.Td>
    </Table.Tr>
  );
}
