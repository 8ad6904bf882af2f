import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { FigureCard } from "../page/figure-card";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { LedgerVerification } from "./ledger-verification";
import { RecentPayments } from "./recent-payments";
import { RecentUsers } from "./recent-users";

/** The provider's prices are all in this currency, so revenue adds up. */
const CURRENCY = "usd";

export function StatisticsPage({ statistics }: { statistics: ApiOutputs["admin"]["statistics"] }) {
  const format = useFormat();
  return (
    <>
      <PageHeader title="Administration" />
      <SimpleGrid cols={{ base: 2, md: 3 }} mb="xl">
        <FigureCard label="Users" value={format.number(statistics.totalUsers)} />
        <FigureCard label="Active in 30 days" value={format.number(statistics.activeUsers)} />
        <FigureCard label="Payments" value={format.number(statistics.payments)} />
        <FigureCard label="Revenue" value={format.money(statistics.revenueCents, CURRENCY)} />
        <FigureCard label="Chat sessions" value={format.number(statistics.chatSessions)} />
        <FigureCard label="Credits spent" value={format.number(statistics.creditsSpent)} />
      </SimpleGrid>
      <Section title="Newest users">
        <RecentUsers users={statistics.recentUsers} />
      </Section>
      <Section title="Newest payments">
        <RecentPayments payments={statistics.recentPayments} />
      </Section>
      <LedgerVerification />
    </>
  );
}
