import type { ApiOutputs } from "@app/api/root";
import { Badge, Code, Table } from "@mantine/core";
import { useFormat } from "~/i18n/use-format";
import { TableRegion } from "../page/table-region";
import { ReplayButton } from "./replay-button";
import { UserLink } from "./user-link";

type InboxEvent = ApiOutputs["admin"]["webhookEvents"]["list"]["items"][number];

const COLUMNS = ["Received", "Type", "Outcome", "Detail", "Event", "Payment", "Subscription", "User", "Action"];

const COLOR_BY_OUTCOME: ReadonlyMap<string, string> = new Map([
  ["granted", "teal"],
  ["updated", "blue"],
  ["rejected", "red"],
  ["received", "yellow"],
]);

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
  return (
    <Table.Tr>
      <Table.Td>{format.dateTime(event.receivedAt)}</Table.Td>
      <Table.Td>{event.eventType}</Table.Td>
      <Table.Td>
        <Badge variant="light" tt="none" miw="max-content" color={COLOR_BY_OUTCOME.get(event.outcome) ?? "gray"}>
          {event.outcome}
        </Badge>
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
