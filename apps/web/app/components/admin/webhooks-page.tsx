import type { ApiOutputs } from "@app/api/root";
import { Stack } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { EmptyState } from "../page/empty-state";
import { FilterLinks } from "../page/filter-links";
import { PageHeader } from "../page/page-header";
import { PageLinks } from "../page/page-links";
import { useOutcomeName, WEBHOOK_OUTCOMES } from "./outcome-badge";
import { WebhookFilterForm } from "./webhook-filter-form";
import { WebhooksTable } from "./webhooks-table";

interface WebhooksPageProps {
  events: ApiOutputs["admin"]["webhookEvents"]["list"];
  eventType: string;
}

/** The provider's deliveries and what became of them. */
export function WebhooksPage({ events, eventType }: WebhooksPageProps) {
  const t = useTranslations("admin");
  const outcomeName = useOutcomeName();
  const choices = [
    { value: "", label: t("all") },
    ...WEBHOOK_OUTCOMES.map((outcome) => ({ value: outcome, label: outcomeName(outcome) })),
  ];
  return (
    <>
      <PageHeader title={t("webhooks.title")} description={t("webhooks.about")} />
      <Stack gap="md">
        <WebhookFilterForm eventType={eventType} />
        <FilterLinks label={t("column.outcome")} parameter="outcome" choices={choices} />
        {events.items.length === 0 ? (
          <EmptyState>{t("webhooks.none")}</EmptyState>
        ) : (
          <WebhooksTable events={events.items} />
        )}
      </Stack>
      <PageLinks nextCursor={events.nextCursor} />
    </>
  );
}
