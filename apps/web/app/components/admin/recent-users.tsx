import type { ApiOutputs } from "@app/api/root";
import { Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { EmptyState } from "../page/empty-state";
import { CreditAmount } from "../shell/credit-amount";
import { DataTable } from "./data-table";
import { useAdminLabels } from "./use-names";
import { UserLink } from "./user-link";

export function RecentUsers({ users }: { users: ApiOutputs["admin"]["statistics"]["recentUsers"] }) {
  const t = useTranslations("admin");
  const names = useAdminLabels();
  const format = useFormat();
  if (users.length === 0) return <EmptyState>{t("statistics.noUsers")}</EmptyState>;
  const columns = [
    { label: t("column.email") },
    { label: t("column.name") },
    { label: t("column.plan") },
    { label: t("column.credits"), isNumber: true },
    { label: t("column.created") },
  ];
  return (
    <DataTable label={t("statistics.newestUsers")} columns={columns}>
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <UserLink userId={user.id} text={user.email} />
          </Table.Td>
          <Table.Td>{user.name ?? "—"}</Table.Td>
          <Table.Td>{names.plan(user.planKey)}</Table.Td>
          <Table.Td data-end>
            <CreditAmount credits={user.credits} />
          </Table.Td>
          <Table.Td>{format.dateTime(user.createdAt)}</Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
