import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_EVENTS } from "@app/core/webhooks/webhook-events";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { useTRPC } from "~/trpc/client";
import { useInlineForm } from "~/ui/use-inline-form";
import { useReloadData } from "~/ui/use-reload-data";
import { type SettingsData, SettingsSection } from "../settings/settings-section";
import { EndpointForm } from "./endpoint-form";
import { EndpointSecret, VerifyExample } from "./webhook-secret";
import { type Endpoint, EndpointBadge } from "./webhook-status";

/** Lists and creates the endpoints that are told what happens. Each has a page of its own. */
export function WebhookSettings({ webhooks }: Pick<SettingsData, "webhooks">) {
  const t = useTranslations("webhooks");
  const creation = useInlineForm();
  return (
    <SettingsSection id="webhooks" title={t("title")} description={t("description")}>
      <Stack gap="lg">
        {webhooks.length === 0 ? <Text c="dimmed">{t("none")}</Text> : <EndpointList webhooks={webhooks} />}
        {creation.isOpen ? (
          <div ref={creation.form}>
            <NewEndpoint onDone={creation.close} />
          </div>
        ) : null}
        {creation.isOpen || webhooks.length >= WEBHOOK_ENDPOINTS_MAX ? null : (
          <Group justify="flex-end">
            <Button variant="default" ref={creation.opener} onClick={creation.open}>
              {t("add")}
            </Button>
          </Group>
        )}
        {webhooks.length >= WEBHOOK_ENDPOINTS_MAX ? (
          <Text size="sm" c="dimmed">
            {t("full", { max: WEBHOOK_ENDPOINTS_MAX })}
          </Text>
        ) : null}
        <VerifyExample />
      </Stack>
    </SettingsSection>
  );
}

function EndpointList({ webhooks }: Pick<SettingsData, "webhooks">) {
  return (
    <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: "none" }} aria-labelledby="webhooks">
      {webhooks.map((endpoint) => (
        <EndpointRow key={endpoint.id} endpoint={endpoint} />
      ))}
    </Stack>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const path = useLocalePath();
  const { id, url, events } = endpoint;
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor
          component={Link}
          to={path(`/account/webhooks/${encodeURIComponent(id)}`)}
          fw={500}
          style={{ overflowWrap: "anywhere" }}
        >
          {url}
        </Anchor>
        <Text size="sm" c="dimmed">
          {events.length === WEBHOOK_EVENTS.length
            ? t("allEvents")
            : events.map((event) => t(`event.${event}`)).join(", ")}
        </Text>
      </div>
      <EndpointBadge endpoint={endpoint} />
    </Group>
  );
}

/** The form for a new endpoint, then its secret. */
function NewEndpoint({ onDone }: { onDone: () => void }) {
  const t = useTranslations("webhooks");
  const reloadData = useReloadData();
  // Reloads after a failure too: if only the response was lost, the webhook exists, and its owner must see it before adding another.
  const create = useMutation(useTRPC().webhooks.create.mutationOptions({ onSettled: () => reloadData() }));
  if (create.data) return <EndpointSecret title={t("created")} secret={create.data.secret} onDone={onDone} />;
  return (
    <EndpointForm
      initial={{ url: "", events: [...WEBHOOK_EVENTS] }}
      submitLabel={t("add")}
      isPending={create.isPending}
      error={create.error}
      onSubmit={(fields) => create.mutate(fields)}
      onCancel={onDone}
    />
  );
}
