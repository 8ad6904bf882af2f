import type { ApiOutputs } from "@app/api/root";
import { Code, Stack, Table, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { TableRegion } from "../page/table-region";
import { CreditAmount } from "../shell/credit-amount";
import { LedgerReference } from "./ledger-reference";
import classes from "./ledger-rows.module.css";
import { useLedgerReasonText } from "./use-reason-text";

type ReferencedEntry = ApiOutputs["billing"]["ledger"]["items"][number];

/** An entry of anybody's ledger. Its owner's has what it was for. */
export type LedgerEntry = Omit<ReferencedEntry, "reference"> & Partial<Pick<ReferencedEntry, "reference">>;

function useLedgerColumns(): string[] {
  const t = useTranslations("ledger");
  return [t("column.date"), t("column.change"), t("column.reason"), t("column.balance")];
}

/** Changes of a balance, the newest first. */
export function LedgerRows({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useTranslations("ledger");
  return (
    <TableRegion label={t("title")} columns={useLedgerColumns()}>
      {entries.map((entry) => (
        <Table.Tr key={entry.id}>
          <LedgerCells entry={entry} />
        </Table.Tr>
      ))}
    </TableRegion>
  );
}

/** The cells of one change, as every ledger shows them. */
function LedgerCells({ entry }: { entry: LedgerEntry }) {
  const format = useFormat();
  const reason = useLedgerReasonText();
  return (
    <>
      <Table.Td className={classes["date"] ?? ""}>{format.dateTime(entry.createdAt)}</Table.Td>
      <Table.Td>
        <Text
          span
          inherit
          fw={600}
          c={entry.delta < 0 ? "var(--mantine-color-text)" : "var(--mantine-color-mint-light-color)"}
        >
          {format.signed(entry.delta)}
        </Text>
      </Table.Td>
      <Table.Td data-wrap>
        <Stack gap={0}>
          <Text span inherit>
            {reason(entry.reason)}
          </Text>
          {entry.reference ? <LedgerReference reference={entry.reference} /> : null}
          {entry.reference === undefined && entry.paymentId ? <Code w="fit-content">{entry.paymentId}</Code> : null}
        </Stack>
      </Table.Td>
      <Table.Td>
        <CreditAmount credits={entry.balanceAfter} />
      </Table.Td>
    </>
  );
}
