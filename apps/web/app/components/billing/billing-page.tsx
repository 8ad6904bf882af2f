import type { ApiOutputs } from "@app/api/root";
import { Text } from "@mantine/core";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { BillingFigures } from "./billing-figures";
import { Instalments } from "./instalments";
import { LedgerList } from "./ledger-list";
import { PaymentNotice } from "./payment-notice";
import { PaymentRows } from "./payment-rows";
import { PlanPicker } from "./plan-picker";

interface BillingPageProps {
  billing: ApiOutputs["billing"]["overview"];
  ledger: ApiOutputs["billing"]["ledger"];
}

/** What the reader has, what there is to buy, and where every credit went. */
export function BillingPage({ billing, ledger }: BillingPageProps) {
  return (
    <>
      <PageHeader title="Billing" />
      <PaymentNotice credits={billing.credits} />
      <BillingFigures billing={billing} />
      {billing.schedules.length > 0 ? (
        <Section title="Credits to come">
          <Instalments schedules={billing.schedules} />
        </Section>
      ) : null}
      <Section title="Plans and credits" id="plans">
        <Text c="dimmed" mb="md">
          You pay on our payment provider’s page and come back here.
        </Text>
        <PlanPicker planKey={billing.planKey} credits={billing.credits} />
      </Section>
      <Section title="Payments">
        {billing.payments.length > 0 ? (
          <PaymentRows payments={billing.payments} />
        ) : (
          <EmptyState>You have not paid for anything yet.</EmptyState>
        )}
      </Section>
      <Section title="Credit ledger">
        <LedgerList first={ledger} />
      </Section>
    </>
  );
}
