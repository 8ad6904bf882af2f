import type { ApiOutputs } from "@app/api/root";
import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { useCatalogueItemName } from "../pricing/describe-offer";
import classes from "./ledger-rows.module.css";

type Payment = ApiOutputs["billing"]["payments"][number];

/** Payments of the signed-in user with links to their receipts. */
export function PaymentRows({ payments }: { payments: readonly Payment[] }) {
  const t = useTranslations("billing.payment");
  const columns = [t("date"), t("item"), t("amount"), t("credits")];
  return (
    <TableRegion label={t("title")} columns={columns}>
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </TableRegion>
  );
}

function PaymentRow({ payment }: { payment: Payment }) {
  const t = useTranslations("billing.payment");
  const format = useFormat();
  const path = useLocalePath();
  const name = useCatalogueItemName();
  const date = format.date(payment.createdAt);
  return (
    <Table.Tr>
      <Table.Td className={classes["date"] ?? ""}>{date}</Table.Td>
      <Table.Td data-wrap>
        <Stack gap={0} align="flex-start">
          {payment.planKey ? name(payment.planKey) : t("pack")}
          <Anchor
            component={Link}
            to={path(`/billing/receipts/${encodeURIComponent(payment.id)}`)}
            aria-label={t("openReceipt", { date })}
            size="sm"
          >
            {t("receipt")}
          </Anchor>
        </Stack>
      </Table.Td>
      <Table.Td>
        {format.money(payment.amountCents, payment.currency)}
        <PaymentStatusNote status={payment.status} />
      </Table.Td>
      <Table.Td>{format.signed(payment.creditsGranted)}</Table.Td>
    </Table.Tr>
  );
}

/** Notes that a payment was refunded or disputed. */
export function PaymentStatusNote({ status }: { status: string }) {
  const t = useTranslations("billing.payment.status");
  if (status !== "refunded" && status !== "disputed") return null;
  return (
    <Text size="xs" c="dimmed">
      {t(status)}
    </Text>
  );
}
