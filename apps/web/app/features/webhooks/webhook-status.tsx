import type { ApiOutputs } from "@app/api/root";
import type { DeliveryStatus } from "@app/core/webhooks/webhook-events";
import { Badge } from "@mantine/core";
import { useTranslations } from "use-intl/react";

export type Endpoint = ApiOutputs["webhooks"]["get"];

type EndpointState = "active" | "failing" | "paused";

const stateOf = ({ pausedAt, failingSince }: Endpoint): EndpointState =>
  pausedAt ? "paused" : failingSince ? "failing" : "active";

const STATE_COLORS: Record<EndpointState, string> = { active: "mint", failing: "yellow", paused: "gray" };

export function EndpointBadge({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations("webhooks");
  const state = stateOf(endpoint);
  return (
    <Badge variant="light" tt="none" miw="max-content" color={STATE_COLORS[state]} c="var(--mantine-color-text)">
      {t(`state.${state}`)}
    </Badge>
  );
}

const STATUS_COLORS: Record<DeliveryStatus, string> = { pending: "yellow", delivered: "mint", failed: "red" };

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const t = useTranslations("webhooks");
  return (
    <Badge variant="light" tt="none" miw="max-content" color={STATUS_COLORS[status]} c="var(--mantine-color-text)">
      {t(`status.${status}`)}
    </Badge>
  );
}
