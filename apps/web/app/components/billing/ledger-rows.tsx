import type { ApiOutputs } from "@app/api/root";
import { Code, Table, Text } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { TableRegion } from "../page/table-region";
import { CreditAmount } from "../shell/credit-amount";
import { reasonText } from "./reason-text";

export type LedgerEntry = ApiOutputs["billing"]["ledger"]["items"][number];

export const LEDGER_COLUMNS = ["Date", "Change", "Reason", "Balance after", "Reference"];

/** Changes of a balance, the newest first. */
export function LedgerRows({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <TableRegion label="Credit ledger" columns={LEDGER_COLUMNS}>
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <LedgerCells entry={entry} />
        </Table.Tr>
      ))}
    </TableRegion>
  );
}

/** The cells of one change, as every ledger shows them. */
export function LedgerCells({ entry }: { entry: LedgerEntry }) {
  const format = useFormat();
  return (
    <>
      <Table.Td>{format.dateTime(entry.createdAt)}</Table.Td>
      <Table.Td>
        <Text span inherit fw={500} c={entry.delta < 0 ? "red" : "mint"}>
          {format.signed(entry.delta)}
        </Text>
      </Table.Td>
      <Table.Td data-wrap>{reasonText(entry.reason)}</Table.Td>
      <Table.Td>
        <CreditAmount credits={entry.balanceAfter} />
      </Table.Td>
      <Table.Td>{entry.paymentId ? <Code>{entry.paymentId}</Code> : "—"}</Table.Td>
    </>
  );
}
