import type { ApiOutputs } from "@app/api/root";
import { Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { EmptyState } from "../page/empty-state";
import { DataTable } from "./data-table";
import { IdText } from "./id-text";
import { useAdminLabels } from "./use-names";

export function RecentPayments({ payments }: { payments: ApiOutputs["admin"]["statistics"]["recentPayments"] }) {
  const t = useTranslations("admin");
  const names = useAdminLabels();
  const format = useFormat();
  if (payments.length === 0) return <EmptyState>{t("statistics.noPayments")}</EmptyState>;
  const columns = [
    { label: t("column.date") },
    { label: t("column.user") },
    { label: t("column.what") },
    { label: t("column.amount"), isNumber: true },
    { label: t("column.payment") },
  ];
  return (
    <DataTable label={t("statistics.newestPayments")} columns={columns}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td>{format.dateTime(payment.createdAt)}</Table.Td>
          <Table.Td>{payment.userEmail}</Table.Td>
          <Table.Td>{payment.planKey ? names.plan(payment.planKey) : t("creditPack")}</Table.Td>
          <Table.Td data-end>{format.money(payment.amountCents, payment.currency)}</Table.Td>
          <Table.Td>
            <IdText id={payment.id} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
