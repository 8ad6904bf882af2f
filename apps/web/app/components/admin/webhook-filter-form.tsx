import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useId } from "react";

/** Those that come most; any other may be typed. */
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

/** Narrows the deliveries down to one type of event, within the outcome that is chosen. */
export function WebhookFilterForm({ outcome, eventType }: { outcome: string; eventType: string }) {
  const typesId = useId();
  return (
    <Form method="get" key={eventType}>
      {outcome ? <input type="hidden" name="outcome" value={outcome} /> : null}
      <datalist id={typesId}>
        {COMMON_EVENT_TYPES.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <Group gap="xs" align="flex-end">
        <TextInput label="Event type" placeholder="Any" name="eventType" defaultValue={eventType} list={typesId} />
        <Button type="submit">Filter</Button>
      </Group>
    </Form>
  );
}
