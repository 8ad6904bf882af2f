import type { ApiOutputs } from "@app/api/root";
import { Box, Group, Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { IdText, PaymentStatusBadge, UserLink, useAdminLabels } from "./cell-values";
import { type Column, DataTable, EmptyList } from "./data-table";
import { SearchForm } from "./search-form";

/** Payments of all users. */
export function PaymentsPage({ payments }: { payments: ApiOutputs["admin"]["payments"] }) {
  const t = useTranslations("admin.payments");
  return (
    <>
      <PageHeader title={t("title")} description={t("about")} />
      <Box mb="md">
        <SearchForm placeholder={t("search")} />
      </Box>
      {payments.items.length === 0 ? <EmptyList>{t("none")}</EmptyList> : <PaymentsTable payments={payments.items} />}
      <PageLinks nextCursor={payments.nextCursor} />
    </>
  );
}

type Payment = ApiOutputs["admin"]["payments"]["items"][number];

interface PaymentsTableProps {
  payments: readonly Payment[];
  /** False hides the user column, for the payments of one user. */
  hasUsers?: boolean;
}

export function PaymentsTable({ payments, hasUsers = true }: PaymentsTableProps) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const format = useFormat();
  const columns: Column[] = [
    { label: t("column.date") },
    ...(hasUsers ? [{ label: t("column.user") }] : []),
    { label: t("column.what") },
    { label: t("column.amount"), isNumber: true },
    { label: t("column.credits"), isNumber: true },
    { label: t("column.payment") },
    { label: t("column.subscription") },
  ];
  return (
    <DataTable label={t("payments.title")} columns={columns}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td>
            <Time at={payment.createdAt} />
          </Table.Td>
          {hasUsers ? (
            <Table.Td>
              <UserLink userId={payment.userId} text={payment.userEmail} />
            </Table.Td>
          ) : null}
          <Table.Td>
            <Group gap="xs" wrap="nowrap">
              {payment.planKey ? labels.plan(payment.planKey) : t("creditPack")}
              <PaymentStatusBadge
                status={payment.status}
                refunded={payment.refundedCents > 0 ? format.money(payment.refundedCents, payment.currency) : null}
              />
            </Group>
          </Table.Td>
          {/* With the tax, as on the receipt and as refunds are. */}
          <Table.Td data-end>{format.money(payment.paidCents ?? payment.amountCents, payment.currency)}</Table.Td>
          <Table.Td data-end>{format.signed(payment.creditsGranted)}</Table.Td>
          <Table.Td>
            <IdText id={payment.id} />
          </Table.Td>
          <Table.Td>
            <IdText id={payment.subscriptionId} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
