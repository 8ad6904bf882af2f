import type { ApiOutputs } from "@app/api/root";
import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { Code, Stack, Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { useSubscriptionStatusText } from "../billing/use-subscription-status-text";
import { EmptyState } from "../page/empty-state";
import { FilterLinks } from "../page/filter-links";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { TableRegion } from "../page/table-region";
import { UserLink } from "./user-link";

const COLUMNS = ["Subscription", "User", "Plan", "Status", "Period ends", "Created", "Provider’s id"];

export function SubscriptionsPage({ subscriptions }: { subscriptions: ApiOutputs["admin"]["subscriptions"] }) {
  const format = useFormat();
  const statusText = useSubscriptionStatusText();
  const statuses = SUBSCRIPTION_STATUSES.map((status) => ({ value: status, label: statusText(status) }));
  return (
    <>
      <PageHeader title="Subscriptions" />
      <Stack gap="md">
        <FilterLinks label="Status" parameter="status" choices={[{ value: "", label: "All" }, ...statuses]} />
        {subscriptions.items.length === 0 ? <EmptyState>There are no such subscriptions.</EmptyState> : null}
        {subscriptions.items.length > 0 ? (
          <TableRegion label="Subscriptions" columns={COLUMNS}>
            {subscriptions.items.map((subscription) => (
              <Table.Tr key={subscription.id}>
                <Table.Td>
                  <Code>{subscription.id}</Code>
                </Table.Td>
                <Table.Td>
                  <UserLink userId={subscription.userId} text={subscription.userEmail} />
                </Table.Td>
                <Table.Td>{subscription.planKey}</Table.Td>
                <Table.Td>{statusText(subscription.status)}</Table.Td>
                <Table.Td>{format.dateTime(subscription.currentPeriodEnd)}</Table.Td>
                <Table.Td>{format.dateTime(subscription.createdAt)}</Table.Td>
                <Table.Td>
                  <Code>{subscription.providerSubId}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </TableRegion>
        ) : null}
      </Stack>
      <PageLinks nextCursor={subscriptions.nextCursor} />
    </>
  );
}
