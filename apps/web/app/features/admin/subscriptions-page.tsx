import type { ApiOutputs } from "@app/api/root";
import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { Stack, Table } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { FilterLinks, PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { IdText, SubscriptionStatusBadge, UserLink, useAdminLabels } from "./cell-values";
import { DataTable, EmptyList } from "./data-table";
import { SearchForm } from "./search-form";

type Subscription = ApiOutputs["admin"]["subscriptions"]["items"][number];

const COLUMNS = ["user", "plan", "status", "periodEnds", "created", "subscription", "providerId"] as const;

/** Subscriptions of all users. */
export function SubscriptionsPage({ subscriptions }: { subscriptions: ApiOutputs["admin"]["subscriptions"] }) {
  const t = useTranslations("admin");
  const labels = useAdminLabels();
  const statuses = [
    { value: "", label: t("all") },
    ...SUBSCRIPTION_STATUSES.map((status) => ({ value: status, label: labels.status(status) })),
  ];
  return (
    <>
      <PageHeader title={t("subscriptions.title")} description={t("subscriptions.about")} />
      <Stack gap="md">
        <SearchForm placeholder={t("subscriptions.search")} keep={["status"]} />
        <FilterLinks label={t("column.status")} parameter="status" choices={statuses} />
        {subscriptions.items.length === 0 ? (
          <EmptyList>{t("subscriptions.none")}</EmptyList>
        ) : (
          <DataTable label={t("subscriptions.title")} columns={COLUMNS.map((name) => ({ label: t(`column.${name}`) }))}>
            {subscriptions.items.map((subscription) => (
              <SubscriptionRow key={subscription.id} subscription={subscription} />
            ))}
          </DataTable>
        )}
      </Stack>
      <PageLinks nextCursor={subscriptions.nextCursor} />
    </>
  );
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const labels = useAdminLabels();
  return (
    <Table.Tr>
      <Table.Td>
        <UserLink userId={subscription.userId} text={subscription.userEmail} />
      </Table.Td>
      <Table.Td>{labels.plan(subscription.planKey)}</Table.Td>
      <Table.Td>
        <SubscriptionStatusBadge subscription={subscription} />
      </Table.Td>
      <Table.Td>
        <Time at={subscription.currentPeriodEnd} />
      </Table.Td>
      <Table.Td>
        <Time at={subscription.createdAt} />
      </Table.Td>
      <Table.Td>
        <IdText id={subscription.id} />
      </Table.Td>
      <Table.Td>
        <IdText id={subscription.providerSubId} />
      </Table.Td>
    </Table.Tr>
  );
}
