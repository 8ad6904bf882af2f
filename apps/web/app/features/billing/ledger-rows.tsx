import type { ApiOutputs } from "@app/api/root";
import { LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import { Anchor, Code, Stack, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { CreditAmount } from "../credits/credit-amount";
import classes from "./ledger-rows.module.css";

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

type Reference = NonNullable<ApiOutputs["billing"]["ledger"]["items"][number]["reference"]>;

/** Leads to what a change of the balance was for. */
function LedgerReference({ reference }: { reference: Reference }) {
  const t = useTranslations("ledger");
  const path = useLocalePath();
  const { to, text } = toReferenceLink(reference);
  return (
    <Anchor component={Link} to={path(to)} size="sm" lineClamp={1} w="fit-content" maw={360}>
      {text ?? t(`reference.${reference.kind}`)}
    </Anchor>
  );
}

function toReferenceLink(reference: Reference): { to: string; text?: string } {
  const id = encodeURIComponent(reference.id);
  switch (reference.kind) {
    case "chat":
      return { to: `/chat/${id}`, text: reference.title };
    case "generation":
      return { to: `/history?id=${id}`, text: reference.title };
    case "payment":
      return { to: `/billing/receipts/${id}` };
    case "subscription":
      return { to: "/billing#instalments" };
  }
}

/** Why a balance changed, in words. What an administrator gave as the reason is made readable but otherwise kept. */
function useLedgerReasonText(): (reason: string) => string {
  const t = useTranslations("ledger");
  return (reason) => {
    const known = LEDGER_REASONS.find((word) => word === reason);
    return known ? t(`reason.${known}`) : capitalizeReason(reason);
  };
}

/** A reason somebody typed, as a sentence begins. */
export function capitalizeReason(reason: string): string {
  const words = reason.replaceAll("_", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
