import type { ApiOutputs } from "@app/api/root";
import { Code, Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { EmptyState } from "../page/empty-state";
import { TableRegion } from "../page/table-region";
import { planName } from "../pricing/plan-name";

const COLUMNS = ["Date", "User", "What", "Amount", "Payment"];

export function RecentPayments({ payments }: { payments: ApiOutputs["admin"]["statistics"]["recentPayments"] }) {
  const format = useFormat();
  if (payments.length === 0) return <EmptyState>Nobody has paid yet.</EmptyState>;
  return (
    <TableRegion label="Newest payments" columns={COLUMNS}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td>{format.dateTime(payment.createdAt)}</Table.Td>
          <Table.Td>{payment.userEmail}</Table.Td>
          <Table.Td>{payment.planKey ? planName(payment.planKey) : "Credit pack"}</Table.Td>
          <Table.Td>{format.money(payment.amountCents, payment.currency)}</Table.Td>
          <Table.Td>
            <Code>{payment.id}</Code>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
