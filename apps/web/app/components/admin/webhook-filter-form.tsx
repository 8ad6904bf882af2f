import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { useNextParams } from "../page/use-next-params";

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
export function WebhookFilterForm({ eventType }: { eventType: string }) {
  const t = useTranslations("admin.webhooks");
  const outcome = useNextParams().get("outcome");
  const typesId = useId();
  return (
    <Form method="get" key={eventType}>
      {outcome ? <input type="hidden" name="outcome" value={outcome} /> : null}
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
