import type { ApiOutputs } from "@app/api/root";
import { ledgerTextKey } from "@app/core/ledger/ledger-reasons";
import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { toLabel, useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { CreditAmount } from "../credits/credit-amount";
import { usePromptText } from "../generation/use-prompt-text";
import classes from "./ledger-rows.module.css";

type LedgerEntry = ApiOutputs["billing"]["ledger"]["items"][number];

export function LedgerRows({ entries }: { entries: readonly LedgerEntry[] }) {
  const t = useTranslations("ledger");
  const columns = [t("column.date"), t("column.change"), t("column.reason"), t("column.balance")];
  return (
    <TableRegion label={t("title")} columns={columns}>
      {entries.map((entry) => (
        <LedgerRow key={entry.id} entry={entry} />
      ))}
    </TableRegion>
  );
}

function LedgerRow({ entry }: { entry: LedgerEntry }) {
  const t = useTranslations("ledger");
  const format = useFormat();
  const reasonText = useLedgerReasonText();
  return (
    <Table.Tr className={classes["row"] ?? ""}>
      <Table.Td className={classes["date"] ?? ""}>{format.dateTime(entry.createdAt)}</Table.Td>
      <Table.Td className={classes["amount"] ?? ""}>
        <Text
          span
          inherit
          fw={600}
          c={entry.delta < 0 ? "var(--mantine-color-text)" : "var(--mantine-color-mint-light-color)"}
        >
          {format.signed(entry.delta)}
        </Text>
      </Table.Td>
      <Table.Td data-wrap className={classes["text"] ?? ""}>
        <Stack gap={0}>
          <Text span inherit>
            {reasonText(entry)}
          </Text>
          {entry.reference ? <LedgerReference reference={entry.reference} /> : null}
          {entry.apiKeyName === null ? null : (
            <Text span size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {t("apiKey", { name: entry.apiKeyName })}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td className={classes["other"] ?? ""} data-label={t("column.balance")}>
        <CreditAmount credits={entry.balanceAfter} />
      </Table.Td>
    </Table.Tr>
  );
}

type Reference = NonNullable<LedgerEntry["reference"]>;

/** Link to the chat, generation, payment or subscription that caused the entry. */
function LedgerReference({ reference }: { reference: Reference }) {
  const t = useTranslations("ledger");
  const path = useLocalePath();
  const promptText = usePromptText();
  const { to, text } = toReferenceLink(reference);
  return (
    <Anchor component={Link} to={path(to)} size="sm" lineClamp={1} className={classes["reference"] ?? ""}>
      {text === undefined ? t(`reference.${reference.kind}`) : promptText(text)}
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

/** Returns a function that translates a reason. A reason typed by an administrator is only capitalized. */
function useLedgerReasonText(): (entry: Pick<LedgerEntry, "reason" | "delta">) => string {
  const t = useTranslations("ledger");
  return (entry) => {
    const textKey = ledgerTextKey(entry);
    return textKey ? t(`reason.${textKey}`) : toLabel(entry.reason);
  };
}
