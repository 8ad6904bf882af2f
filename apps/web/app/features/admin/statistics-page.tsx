import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid, Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { FilterLinks } from "~/ui/link-navigation";
import { EmptyState, FigureCard, PageHeader, Section } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { CreditAmount } from "../credits/credit-amount";
import { BusinessCards } from "./business-cards";
import { IdText, UserLink, UserName, useAdminLabels } from "./cell-values";
import { DataTable } from "./data-table";
import { LedgerVerification } from "./ledger-verification";
import { NeedsAttention } from "./needs-attention";
import { REVENUE_CURRENCY, Trends } from "./trends";

interface StatisticsPageProps {
  cases: ApiOutputs["admin"]["paymentCases"]["list"];
  cancellations: ApiOutputs["admin"]["failedCancellations"];
  statistics: ApiOutputs["admin"]["statistics"];
  days: ApiOutputs["admin"]["dailyStatistics"];
}

/** Overview page of the admin area: what needs attention, how the business does, trends, totals and newest rows. */
export function StatisticsPage({ cases, cancellations, statistics, days }: StatisticsPageProps) {
  const t = useTranslations("admin.statistics");
  const format = useFormat();
  return (
    <>
      <PageHeader title={t("title")} />
      <NeedsAttention cases={cases} cancellations={cancellations} />
      <BusinessCards statistics={statistics} />
      <Section
        title={t("overTime")}
        action={
          <FilterLinks
            label={t("period")}
            parameter="days"
            choices={[
              { value: "", label: t("days", { days: 30 }) },
              { value: "90", label: t("days", { days: 90 }) },
            ]}
          />
        }
      >
        <Trends days={days} months={statistics.months} />
      </Section>
      <Section title={t("allTime")}>
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <FigureCard label={t("revenue")} value={format.money(statistics.revenueCents, REVENUE_CURRENCY)} />
          <FigureCard label={t("payments")} value={format.number(statistics.payments)} />
          <FigureCard label={t("chats")} value={format.number(statistics.chatSessions)} />
          <FigureCard label={t("spent")} value={format.number(statistics.creditsSpent)} />
        </SimpleGrid>
      </Section>
      <Section title={t("newestUsers")}>
        <RecentUsers users={statistics.recentUsers} />
      </Section>
      <Section title={t("newestPayments")}>
        <RecentPayments payments={statistics.recentPayments} />
      </Section>
      <LedgerVerification />
    </>
  );
}

function RecentUsers({ users }: { users: ApiOutputs["admin"]["statistics"]["recentUsers"] }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  if (users.length === 0) return <EmptyState>{t("statistics.noUsers")}</EmptyState>;
  const columns = [
    { label: t("column.email") },
    { label: t("column.name") },
    { label: t("column.plan") },
    { label: t("column.credits"), isNumber: true },
    { label: t("column.created") },
  ];
  return (
    <DataTable label={t("statistics.newestUsers")} columns={columns}>
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <UserLink userId={user.id} text={user.email} />
          </Table.Td>
          <Table.Td>
            <UserName name={user.name} />
          </Table.Td>
          <Table.Td>{labels.plan(user.planKey)}</Table.Td>
          <Table.Td data-end>
            <CreditAmount credits={user.credits} />
          </Table.Td>
          <Table.Td>
            <Time at={user.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function RecentPayments({ payments }: { payments: ApiOutputs["admin"]["statistics"]["recentPayments"] }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const format = useFormat();
  if (payments.length === 0) return <EmptyState>{t("statistics.noPayments")}</EmptyState>;
  const columns = [
    { label: t("column.date") },
    { label: t("column.user") },
    { label: t("column.what") },
    { label: t("column.amount"), isNumber: true },
    { label: t("column.payment") },
  ];
  return (
    <DataTable label={t("statistics.newestPayments")} columns={columns}>
      {payments.map((payment) => (
        <Table.Tr key={payment.id}>
          <Table.Td>
            <Time at={payment.createdAt} />
          </Table.Td>
          <Table.Td>
            <UserLink userId={payment.userId} text={payment.userEmail} />
          </Table.Td>
          <Table.Td>{payment.planKey ? labels.plan(payment.planKey) : t("creditPack")}</Table.Td>
          <Table.Td data-end>{format.money(payment.paidCents ?? payment.amountCents, payment.currency)}</Table.Td>
          <Table.Td>
            <IdText id={payment.id} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
