import type { ApiOutputs } from "@app/api/root";
import { Anchor, Code, Table } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useFormat } from "~/i18n/use-format";
import { useLocalePath } from "~/i18n/use-locale-path";
import { TableRegion } from "../page/table-region";
import { OutcomeBadge } from "./outcome-badge";
import { ReplayButton } from "./replay-button";
import { UserLink } from "./user-link";

type InboxEvent = ApiOutputs["admin"]["webhookEvents"]["list"]["items"][number];

const COLUMNS = ["Received", "Type", "Outcome", "Detail", "Event", "Payment", "Subscription", "User", "Action"];

export function WebhookRows({ events }: { events: readonly InboxEvent[] }) {
  return (
    <TableRegion label="Webhook deliveries" columns={COLUMNS}>
      {events.map((event) => (
        <WebhookRow key={event.id} event={event} />
      ))}
    </TableRegion>
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
      <IdCell id={event.providerEventId} />
      <IdCell id={event.paymentId} />
      <IdCell id={event.subscriptionId} />
      <Table.Td>{event.userId ? <UserLink userId={event.userId} text={event.userId} /> : "—"}</Table.Td>
      <Table.Td>
        <ReplayButton eventId={event.id} label={`${event.eventType} ${event.providerEventId ?? ""}`} />
      </Table.Td>
    </Table.Tr>
  );
}

function IdCell({ id }: { id: string | null }) {
  return <Table.Td>{id ? <Code>{id}</Code> : "—"}</Table.Td>;
}
