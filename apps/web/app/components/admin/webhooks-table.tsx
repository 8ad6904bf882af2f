import type { ApiOutputs } from "@app/api/root";
import { Anchor, Table } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { DataTable } from "./data-table";
import { IdText } from "./id-text";
import { OutcomeBadge } from "./outcome-badge";
import { ReplayWebhookButton } from "./replay-button";
import { UserLink } from "./user-link";

type InboxEvent = ApiOutputs["admin"]["webhookEvents"]["list"]["items"][number];

const COLUMNS = ["received", "type", "outcome", "detail", "payment", "user", "action"] as const;

export function WebhooksTable({ events }: { events: readonly InboxEvent[] }) {
  const t = useTranslations("admin");
  return (
    <DataTable label={t("webhooks.table")} columns={COLUMNS.map((name) => ({ label: t(`column.${name}`) }))}>
      {events.map((event) => (
        <WebhookRow key={event.id} event={event} />
      ))}
    </DataTable>
  );
}

function WebhookRow({ event }: { event: InboxEvent }) {
  const format = useFormat();
  const path = useLocalePath();
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(event.receivedAt)}</Table.Td>
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
