import { WEBHOOK_EVENTS, WEBHOOK_URL_MAX_CHARACTERS, type WebhookEvent } from "@app/core/webhooks/webhook-events";
import { Button, Checkbox, Code, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "use-intl/react";
import { FailureNotice } from "~/ui/failure-notice";
import { failureFromError } from "~/ui/read-failure";

export interface EndpointFields {
  url: string;
  events: WebhookEvent[];
}

interface EndpointFormProps {
  initial: EndpointFields;
  submitLabel: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (fields: EndpointFields) => void;
  onCancel?: () => void;
}

/** Address and events of an endpoint. Whether the address may be called is only known to the service. */
export function EndpointForm({ initial, submitLabel, isPending, error, onSubmit, onCancel }: EndpointFormProps) {
  const t = useTranslations("webhooks");
  const form = useForm<EndpointFields>({
    initialValues: initial,
    validate: {
      url: (url) => (URL.canParse(url.trim()) ? null : t("urlMissing")),
      events: (events) => (events.length === 0 ? t("eventsMissing") : null),
    },
  });
  return (
    <form onSubmit={form.onSubmit(onSubmit)} noValidate>
      <Stack gap="md">
        <TextInput
          type="url"
          label={t("url")}
          description={t("urlHint")}
          placeholder="https://example.com/webhooks/genmint"
          maxLength={WEBHOOK_URL_MAX_CHARACTERS}
          {...form.getInputProps("url")}
        />
        <Checkbox.Group label={t("events")} {...form.getInputProps("events")}>
          <Stack gap="xs" mt="xs">
            {WEBHOOK_EVENTS.map((event) => (
              <Checkbox key={event} value={event} label={<EventName event={event} />} />
            ))}
          </Stack>
        </Checkbox.Group>
        {error ? <FailureNotice failure={failureFromError(error)} /> : null}
        <Group justify="flex-end" gap="xs">
          {onCancel ? (
            <Button variant="default" onClick={onCancel}>
              {t("cancel")}
            </Button>
          ) : null}
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function EventName({ event }: { event: WebhookEvent }) {
  const t = useTranslations("webhooks");
  return (
    <>
      {t(`event.${event}`)} <Code style={{ overflowWrap: "anywhere" }}>{event}</Code>
    </>
  );
}
