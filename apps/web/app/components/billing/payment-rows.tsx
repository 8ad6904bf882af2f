import type { ApiOutputs } from "@app/api/root";
import { Code, Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { TableRegion } from "../page/table-region";
import { planName } from "../pricing/plan-name";

type Payment = ApiOutputs["billing"]["overview"]["payments"][number];

const COLUMNS = ["Date", "What", "Amount", "Credits", "Payment"];

/** Payments, the newest first. */
export function PaymentRows({ payments }: { payments: readonly Payment[] }) {
  const format = useFormat();
  return (
    <TableRegion label="Payments" columns={COLUMNS}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td>{format.dateTime(payment.createdAt)}</Table.Td>
          <Table.Td>{payment.planKey ? planName(payment.planKey) : "Credit pack"}</Table.Td>
          <Table.Td>{format.money(payment.amountCents, payment.currency)}</Table.Td>
          <Table.Td>{format.signed(payment.creditsGranted)}</Table.Td>
          <Table.Td>
            <Code>{payment.id}</Code>
          </Table.Td>
        </Table.Tr>
      ))}
    </TableRegion>
  );
}
