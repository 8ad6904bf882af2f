import type { ApiOutputs } from "@app/api/root";
import { renews } from "@app/core/billing/subscription-status";
import { findPlan } from "@app/core/catalogue/plans";
import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { useCatalogueItemName } from "../credits/use-item-name";
import { CancelButton } from "./cancel-button";
import { PortalButton } from "./portal-button";
import { useSubscriptionStatusText } from "./use-subscription-status-text";

type Billing = ApiOutputs["billing"]["overview"];

/** The plan, how long it is paid for, and what can be done with it. */
export function PlanCard({ billing }: { billing: Billing }) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName();
  const [subscription, ...others] = billing.subscriptions;
  return (
    <Card h="100%">
      <Stack gap="md" h="100%">
        {subscription ? (
          [subscription, ...others].map((each) => <PlanState key={each.id} subscription={each} billing={billing} />)
        ) : (
          <Stack gap="xs">
            <Title order={2} size="h4">
              {t("plan.title")}
            </Title>
            <Text fz={24} fw={700} lh={1.2}>
              {name(billing.planKey)}
            </Text>
            <Text c="dimmed" size="sm">
              {t("plan.none")}
            </Text>
          </Stack>
        )}
        <Group mt="auto" gap="xs">
          <Button component="a" href="#plans" variant="default">
            {subscription ? t("plan.change") : t("plan.choose")}
          </Button>
          {billing.hasPortal ? <PortalButton /> : null}
        </Group>
      </Stack>
    </Card>
  );
}

function PlanState({ subscription, billing }: { subscription: Billing["subscriptions"][number]; billing: Billing }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const statusText = useSubscriptionStatusText();
  const plan = findPlan(subscription.planKey);
  const isRenewing = renews(subscription.status);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t("plan.title")}
        </Title>
        <StatusBadge status={subscription.status} text={statusText(subscription.status)} />
      </Group>
      <Group align="baseline" gap={8}>
        <Text fz={24} fw={700} lh={1.2}>
          {name(subscription.planKey)}
        </Text>
        {plan ? (
          <Text c="dimmed" size="sm">
            {t(`plan.price.${plan.cycle}`, { price: format.money(plan.priceCents, plan.currency) })}
          </Text>
        ) : null}
      </Group>
      <Group justify="space-between" gap="xs">
        <Text c="dimmed" size="sm">
          {t(`plan.period.${periodKind(subscription.status)}`, { date: format.date(subscription.currentPeriodEnd) })}
        </Text>
        {isRenewing ? <CancelButton subscription={subscription} billing={billing} /> : null}
      </Group>
    </Stack>
  );
}

type PeriodKind = "renews" | "due" | "expired" | "paused" | "ends";

function periodKind(status: string): PeriodKind {
  if (!renews(status)) return "ends";
  if (status === "past_due" || status === "unpaid") return "due";
  return status === "paused" || status === "expired" ? status : "renews";
}

function StatusBadge({ status, text }: { status: string; text: string }) {
  const kind = periodKind(status);
  const color = { renews: "mint", due: "red", expired: "yellow", paused: "yellow", ends: "gray" }[kind];
  return (
    <Badge variant="light" color={color} {...(kind === "renews" ? {} : { c: "var(--mantine-color-text)" })}>
      {text}
    </Badge>
  );
}
