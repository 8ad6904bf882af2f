import type { ApiOutputs } from "@app/api/root";
import { Stack } from "@mantine/core";
import { EmptyState } from "../page/empty-state";
import { FilterLinks } from "../page/filter-links";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { WebhookFilterForm } from "./webhook-filter-form";
import { WebhookRows } from "./webhook-rows";

const OUTCOMES = ["granted", "duplicate", "updated", "recorded", "rejected", "received"];
const CHOICES = [
  { value: "", label: "All" },
  ...OUTCOMES.map((outcome) => ({ value: outcome, label: `${outcome.charAt(0).toUpperCase()}${outcome.slice(1)}` })),
];

interface WebhooksPageProps {
  events: ApiOutputs["admin"]["webhookEvents"]["list"];
  filter: { outcome: string; eventType: string };
}

/** The provider's deliveries and what became of them. */
export function WebhooksPage({ events, filter }: WebhooksPageProps) {
  return (
    <>
      <PageHeader title="Webhooks" description="Every verified delivery of the payment provider, the latest first." />
      <Stack gap="md">
        <FilterLinks label="Outcome" parameter="outcome" choices={CHOICES} />
        <WebhookFilterForm {...filter} />
        {events.items.length === 0 ? (
          <EmptyState>No deliveries match.</EmptyState>
        ) : (
          <WebhookRows events={events.items} />
        )}
      </Stack>
      <PageLinks nextCursor={events.nextCursor} />
    </>
  );
}
