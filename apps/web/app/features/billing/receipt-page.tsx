import type { ApiOutputs } from "@app/api/root";
import { Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import IconPrinter from "@tabler/icons-react/dist/esm/icons/IconPrinter.mjs";
import { useTranslations } from "use-intl/react";
import { toLabel, useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";
import { useCatalogueItemName } from "../pricing/describe-offer";
import { billingTabPath } from "./billing-tabs";
import { PaymentStatusNote } from "./payment-rows";
import classes from "./receipt-page.module.css";

/** Printable receipt of a payment. */
export function ReceiptPage({ receipt }: { receipt: ReceiptData }) {
  const t = useTranslations("billing");
  const path = useLocalePath();
  return (
    <Stack maw={640} mx="auto" gap="md" className={classes["page"] ?? ""}>
      <Group justify="space-between" className={classes["screenOnly"] ?? ""}>
        <Anchor component={Link} to={path(billingTabPath("payments"))} size="sm">
          {t("receipt.back")}
        </Anchor>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => window.print()}
        >
          {t("receipt.print")}
        </Button>
      </Group>
      <Card p={{ base: "md", xs: "xl" }} className={classes["sheet"] ?? ""}>
        <Receipt receipt={receipt} />
      </Card>
    </Stack>
  );
}

type ReceiptData = ApiOutputs["billing"]["receipt"];

function Receipt({ receipt: { payment, paidFor, buyer, seller } }: { receipt: ReceiptData }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const money = (cents: number) => format.exactMoney(cents, payment.currency);
  const paidCents = payment.paidCents ?? payment.amountCents;
  const amount = money(paidCents);
  const { period } = paidFor;
  const facts = [
    [t("receipt.number"), payment.id],
    [t("receipt.date"), format.dateTime(payment.createdAt)],
    [t("receipt.buyer"), buyer.name ? `${buyer.name}, ${buyer.email}` : buyer.email],
    [t("receipt.method"), t("receipt.provider", { provider: toLabel(payment.provider) })],
    ...(period
      ? [
          [
            t("receipt.period"),
            t("receipt.range", { from: format.date(period.start), to: format.date(period.end) }),
          ] as const,
        ]
      : []),
    ...(payment.subscriptionId ? [[t("receipt.subscription"), payment.subscriptionId] as const] : []),
  ] as const;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start">
        <Stack gap={0}>
          <Title order={1} size="h3">
            {t("receipt.title")}
          </Title>
          <Text fw={600}>{seller.name}</Text>
          {seller.address ? (
            <Text c="dimmed" size="sm" maw={280}>
              {seller.address}
            </Text>
          ) : null}
          {seller.taxId ? (
            <Text c="dimmed" size="sm">
              {t("receipt.taxId", { id: seller.taxId })}
            </Text>
          ) : null}
        </Stack>
        <Stack gap={0} align="flex-end">
          <Text fz={28} fw={700} lh={1.1}>
            {amount}
          </Text>
          <Text c="dimmed" size="sm">
            {t("receipt.paid", { date: format.date(payment.createdAt) })}
          </Text>
          <PaymentStatusNote payment={payment} />
        </Stack>
      </Group>
      <dl className={classes["facts"]}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={classes["items"]}>
        <thead>
          <tr>
            <th scope="col">{t("receipt.item")}</th>
            <th scope="col">{t("receipt.amount")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {name(payment.planKey ?? "pack_200")}
              <Text size="sm" c="dimmed">
                <PaidCredits credits={paidFor.credits} />
              </Text>
            </td>
            <td>{money(paidCents - (payment.taxCents ?? 0))}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr className={classes["note"]}>
            {payment.taxCents === null ? (
              <td colSpan={2}>{t("receipt.taxByProvider", { provider: toLabel(payment.provider) })}</td>
            ) : (
              <>
                <th scope="row">{t("receipt.tax")}</th>
                <td>{money(payment.taxCents)}</td>
              </>
            )}
          </tr>
          <tr>
            <th scope="row">{t("receipt.total")}</th>
            <td>{amount}</td>
          </tr>
          {payment.refundedCents > 0 ? (
            <tr className={classes["note"]}>
              <th scope="row">{t("receipt.refunded")}</th>
              <td>{money(-payment.refundedCents)}</td>
            </tr>
          ) : null}
        </tfoot>
      </table>
    </Stack>
  );
}

/** The credits that were paid for: how many came at once, and how many come later in how many instalments. */
function PaidCredits({ credits: { total, now, later } }: { credits: ReceiptData["paidFor"]["credits"] }) {
  const t = useTranslations("billing.receipt");
  if (later === null) return <>{t("credits", { credits: now })}</>;
  return (
    <>
      {t("creditsLater", {
        total,
        now,
        later: later.credits,
        interval: later.intervalMonths,
        grants: later.grants,
      })}
    </>
  );
}
