import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { BalanceCard } from "./balance-card";
import { InstalmentTimeline } from "./instalment-timeline";
import type { LedgerFilterFields } from "./ledger-filter";
import { LedgerSection } from "./ledger-section";
import { PurchaseNotice } from "./payment-notice";
import { PaymentRows } from "./payment-rows";
import { PlanCard } from "./plan-card";
import { PlanPicker } from "./plan-picker";

interface BillingPageProps {
  billing: ApiOutputs["billing"]["overview"];
  ledger: ApiOutputs["billing"]["ledger"];
  fields: LedgerFilterFields;
}

/** What the reader has, what there is to buy, and where every credit went. */
export function BillingPage({ billing, ledger, fields }: BillingPageProps) {
  const t = useTranslations("billing");
  return (
    <>
      <PageHeader title={t("title")} />
      <PurchaseNotice credits={billing.credits} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} mb="xl">
        <BalanceCard credits={billing.credits} />
        <PlanCard billing={billing} />
      </SimpleGrid>
      {billing.instalmentPlans.length > 0 ? (
        <Section title={t("instalments.title")} id="instalments">
          <Stack gap="md">
            {billing.instalmentPlans.map((plan) => (
              <InstalmentTimeline key={plan.subscriptionId} plan={plan} />
            ))}
          </Stack>
        </Section>
      ) : null}
      <Section title={t("plans.title")} id="plans">
        <Text c="dimmed" mb="md">
          {t("plans.text")}
        </Text>
        <PlanPicker billing={billing} />
      </Section>
      <Section title={t("payment.title")} id="payments">
        {billing.payments.length > 0 ? (
          <PaymentRows payments={billing.payments} hasReceipts />
        ) : (
          <EmptyState>{t("payment.empty")}</EmptyState>
        )}
      </Section>
      <LedgerSection ledger={ledger} fields={fields} />
    </>
  );
}
