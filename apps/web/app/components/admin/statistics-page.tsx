import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { FigureCard } from "../page/figure-card";
import { FilterLinks } from "../page/filter-links";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { LedgerVerification } from "./ledger-verification";
import { NeedsAttention } from "./needs-attention";
import { RecentPayments } from "./recent-payments";
import { RecentUsers } from "./recent-users";
import { REVENUE_CURRENCY, Trends } from "./trends";

interface StatisticsPageProps {
  cases: ApiOutputs["admin"]["paymentCases"]["list"];
  cancellations: ApiOutputs["admin"]["failedCancellations"];
  statistics: ApiOutputs["admin"]["statistics"];
  days: ApiOutputs["admin"]["dailyStatistics"];
}

/** The service in numbers. */
export function StatisticsPage({ cases, cancellations, statistics, days }: StatisticsPageProps) {
  const t = useTranslations("admin.statistics");
  const format = useFormat();
  return (
    <>
      <PageHeader title={t("title")} />
      <SimpleGrid cols={{ base: 2, md: 3 }} mb="xl">
        <FigureCard label={t("users")} value={format.number(statistics.totalUsers)} />
        <FigureCard label={t("active")} value={format.number(statistics.activeUsers)} />
        <FigureCard label={t("payments")} value={format.number(statistics.payments)} />
        <FigureCard label={t("revenue")} value={format.money(statistics.revenueCents, REVENUE_CURRENCY)} />
        <FigureCard label={t("chats")} value={format.number(statistics.chatSessions)} />
        <FigureCard label={t("spent")} value={format.number(statistics.creditsSpent)} />
      </SimpleGrid>
      <NeedsAttention cases={cases} cancellations={cancellations} />
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
        <Trends days={days} />
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
