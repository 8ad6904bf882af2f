import type { ApiOutputs } from "@app/api/root";
import { FILTER_MAX_CHARACTERS } from "@app/core/admin/admin-options";
import { Anchor, Button, Group, Stack, Table, TextInput } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { FilterLinks, PageLinks } from "~/ui/link-navigation";
import { PageHeader } from "~/ui/page-layout";
import { Time } from "~/ui/time";
import { useFilterForm } from "~/ui/use-filter-form";
import { IdText, UserLink } from "./cell-values";
import { DataTable, EmptyList } from "./data-table";
import { KeptParameters, SearchForm } from "./search-form";
import { OutcomeBadge, ReplayWebhookButton, useOutcomeName, WEBHOOK_OUTCOMES } from "./webhook-outcome";

interface WebhooksPageProps {
  events: ApiOutputs["admin"]["webhookEvents"]["list"];
  eventType: string;
}

/** List of received webhook events. */
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
        <SearchForm placeholder={t("webhooks.search")} keep={["outcome", "eventType"]} />
        <WebhookFilterForm eventType={eventType} />
        <FilterLinks label={t("column.outcome")} parameter="outcome" choices={choices} />
        {events.items.length === 0 ? (
          <EmptyList>{t("webhooks.none")}</EmptyList>
        ) : (
          <WebhooksTable events={events.items} />
        )}
      </Stack>
      <PageLinks nextCursor={events.nextCursor} />
    </>
  );
}

/** Suggestions of the filter field. Any other type can be typed. */
const COMMON_EVENT_TYPES = [
  "checkout.completed",
  "subscription.paid",
  "subscription.active",
  "subscription.canceled",
  "subscription.expired",
  "subscription.update",
  "refund.created",
  "dispute.created",
  "unreadable",
];

/** Filters by event type and keeps the search and the selected outcome. */
function WebhookFilterForm({ eventType }: { eventType: string }) {
  const t = useTranslations("admin.webhooks");
  const typesId = useId();
  return (
    <Form method="get" ref={useFilterForm({ eventType })}>
      <KeptParameters names={["search", "outcome"]} />
      <datalist id={typesId}>
        {COMMON_EVENT_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t("eventType")}
          placeholder={t("eventType")}
          name="eventType"
          maxLength={FILTER_MAX_CHARACTERS}
          defaultValue={eventType}
          list={typesId}
          flex="1 1 20rem"
          maw={420}
        />
        <Button type="submit" variant="default" flex="none">
          {t("filter")}
        </Button>
      </Group>
    </Form>
  );
}

type WebhookEvent = ApiOutputs["admin"]["webhookEvents"]["list"]["items"][number];

const COLUMNS = ["received", "type", "outcome", "detail", "payment", "user", "action"] as const;

function WebhooksTable({ events }: { events: readonly WebhookEvent[] }) {
  const t = useTranslations("admin");
  return (
    <DataTable label={t("webhooks.table")} columns={COLUMNS.map((name) => ({ label: t(`column.${name}`) }))}>
      {events.map((event) => (
        <WebhookRow key={event.id} event={event} />
      ))}
    </DataTable>
  );
}

function WebhookRow({ event }: { event: WebhookEvent }) {
  const path = useLocalePath();
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={event.receivedAt} />
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} to={path(`/admin/webhooks/${encodeURIComponent(event.id)}`)} inherit>
          {event.eventType}
        </Anchor>
      </Table.Td>
      <Table.Td>
        <OutcomeBadge outcome={event.outcome} />
      </Table.Td>
      <Table.Td data-wrap>{event.detail ?? "—"}</Table.Td>
      <Table.Td>
        <IdText id={event.paymentId} />
      </Table.Td>
      <Table.Td>{event.userId ? <UserLink userId={event.userId} text={<IdText id={event.userId} />} /> : "—"}</Table.Td>
      <Table.Td>
        <ReplayWebhookButton eventId={event.id} label={`${event.eventType} ${event.providerEventId ?? ""}`} />
      </Table.Td>
    </Table.Tr>
  );
}
