import type { ApiOutputs } from "@app/api/root";
import { Anchor, Code, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { useCatalogueItemName } from "../pricing/describe-offer";

type Payment = ApiOutputs["billing"]["overview"]["payments"][number];

interface PaymentRowsProps {
  payments: readonly Payment[];
  /** Whether the reader is who paid: receipts are the buyer's. */
  hasReceipts?: boolean;
}

/** Payments, the newest first. */
export function PaymentRows({ payments, hasReceipts = false }: PaymentRowsProps) {
  const t = useTranslations("billing");
  const columns = [t("payment.date"), t("payment.item"), t("payment.amount"), t("payment.credits")];
  return (
    <TableRegion
      label={t("payment.title")}
      columns={[...columns, hasReceipts ? t("payment.receipt") : t("payment.id")]}
    >
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} hasReceipt={hasReceipts} />
      ))}
    </TableRegion>
  );
}

function PaymentRow({ payment, hasReceipt }: { payment: Payment; hasReceipt: boolean }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const path = useLocalePath();
  const name = useCatalogueItemName();
  const date = format.date(payment.createdAt);
  return (
    <Table.Tr>
      <Table.Td>{date}</Table.Td>
      <Table.Td>{payment.planKey ? name(payment.planKey) : t("payment.pack")}</Table.Td>
      <Table.Td>
        {format.money(payment.amountCents, payment.currency)}
        <PaymentStatusNote status={payment.status} />
      </Table.Td>
      <Table.Td>{format.signed(payment.creditsGranted)}</Table.Td>
      <Table.Td>
        {hasReceipt ? (
          <Anchor
            component={Link}
            to={path(`/billing/receipts/${encodeURIComponent(payment.id)}`)}
            aria-label={t("payment.openReceipt", { date })}
            inherit
          >
            {t("payment.receipt")}
          </Anchor>
        ) : (
          <Code>{payment.id}</Code>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Said where the money went back or is asked for. */
export function PaymentStatusNote({ status }: { status: string }) {
  const t = useTranslations("billing.payment.status");
  if (status !== "refunded" && status !== "disputed") return null;
  return (
    <Text size="xs" c="dimmed">
      {t(status)}
    </Text>
  );
}
