import type { ApiOutputs } from "@app/api/root";
import { Text } from "@mantine/core";
import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPCClient } from "~/trpc/client";
import { PaymentsIllustration } from "~/ui/illustrations/payments";
import { TabLinks } from "~/ui/link-navigation";
import { useItemsInAddress } from "~/ui/listed-items";
import { LoadMore, useInfiniteList } from "~/ui/load-more";
import { EmptyState, PageHeader, Section } from "~/ui/page-layout";
import { BILLING_TABS, billingTabPath, tabOfHash } from "./billing-tabs";
import { KeyUsageRows } from "./key-usage-rows";
import type { LedgerFilterFields } from "./ledger-filter";
import { LedgerSection } from "./ledger-section";
import { PaymentRows } from "./payment-rows";
import { PlanTab } from "./plan-tab";
import { PurchaseNotice } from "./purchase-notice";

interface ActivityData {
  ledger: ApiOutputs["billing"]["ledger"];
  fields: LedgerFilterFields;
  usage: ApiOutputs["billing"]["usageByKey"];
}

/** The data of the shown tab alone. */
export type BillingTabData =
  | { tab: "plan"; billing: ApiOutputs["billing"]["overview"] }
  | { tab: "payments"; payments: ApiOutputs["billing"]["payments"] }
  | ({ tab: "activity" } & ActivityData);

/** The signed-in user's plan, payments and changes of the balance, in tabs. */
export function BillingPage({ credits, data }: { credits: number; data: BillingTabData }) {
  const t = useTranslations("billing");
  const path = useLocalePath();
  useTabOfHash(data.tab);
  return (
    <>
      <PageHeader title={t("title")} />
      <PurchaseNotice credits={credits} />
      <TabLinks
        label={t("title")}
        tabs={BILLING_TABS.map((tab) => ({ to: path(billingTabPath(tab)), value: tab, label: t(`tab.${tab}`) }))}
        current={data.tab}
      />
      {data.tab === "plan" ? <PlanTab billing={data.billing} /> : null}
      {data.tab === "payments" ? <PaymentsTab payments={data.payments} /> : null}
      {data.tab === "activity" ? <ActivityTab {...data} /> : null}
    </>
  );
}

/** Opens the tab of the section that the hash names: bookmarks from before there were tabs have the hash alone. */
function useTabOfHash(current: BillingTabData["tab"]): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const path = useLocalePath();
  const target = tabOfHash(hash);
  const to = target === undefined || target === current ? null : path(`${billingTabPath(target)}${hash}`);
  useEffect(() => {
    if (to !== null) navigate(to, { replace: true });
  }, [to, navigate]);
}

function PaymentsTab({ payments }: { payments: ApiOutputs["billing"]["payments"] }) {
  const t = useTranslations("billing");
  const api = useTRPCClient();
  const pages = useInfiniteList(payments, (cursor) => api.billing.payments.query({ cursor }));
  useItemsInAddress(payments, pages);
  return (
    <Section title={t("payment.title")} id="payments">
      {pages.items.length > 0 ? (
        <>
          <PaymentRows payments={pages.items} />
          <LoadMore {...pages} />
        </>
      ) : (
        <EmptyState illustration={<PaymentsIllustration />}>{t("payment.empty")}</EmptyState>
      )}
    </Section>
  );
}

/** What each API key spent, and every change of the balance. */
function ActivityTab({ ledger, fields, usage }: ActivityData) {
  const t = useTranslations("billing");
  return (
    <>
      {usage.length > 0 ? (
        <Section title={t("usage.title")} id="usage">
          <Text c="dimmed" mb="md">
            {t("usage.text")}
          </Text>
          <KeyUsageRows usage={usage} />
        </Section>
      ) : null}
      <LedgerSection ledger={ledger} fields={fields} usage={usage} />
    </>
  );
}
