import type { ApiOutputs } from "@app/api/root";
import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { TableRegion } from "~/ui/table-region";
import { useCatalogueItemName } from "../pricing/describe-offer";
import classes from "./ledger-rows.module.css";

type Payment = ApiOutputs["billing"]["payments"]["items"][number];

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
    <Table.Tr className={classes["row"] ?? ""}>
      <Table.Td className={classes["date"] ?? ""}>{date}</Table.Td>
      <Table.Td data-wrap className={classes["text"] ?? ""}>
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
      <Table.Td className={classes["amount"] ?? ""}>
        {/* With the tax, as on the receipt and as refunds are. */}
        {format.money(payment.paidCents ?? payment.amountCents, payment.currency)}
        <PaymentStatusNote payment={payment} />
      </Table.Td>
      <Table.Td className={classes["other"] ?? ""} data-label={t("credits")}>
        {format.signed(payment.creditsGranted)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Notes that a payment was refunded, in full or in part, or disputed. */
export function PaymentStatusNote({ payment }: { payment: Pick<Payment, "status" | "refundedCents" | "currency"> }) {
  const t = useTranslations("billing.payment.status");
  const format = useFormat();
  const { status, refundedCents, currency } = payment;
  const isInPart = status !== "refunded" && refundedCents > 0;
  return (
    <>
      {status === "refunded" || status === "disputed" ? <StatusText>{t(status)}</StatusText> : null}
      {isInPart ? (
        <StatusText>{t("partlyRefunded", { amount: format.money(refundedCents, currency) })}</StatusText>
      ) : null}
    </>
  );
}

const StatusText = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed">
    {children}
  </Text>
);
