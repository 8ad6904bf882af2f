import type { ApiOutputs } from "@app/api/root";
import { bestPlanSaving, findPlan } from "@app/core/billing/catalogue";
import { canResume, findSubscriptionStatus, paysForSeveral, renews } from "@app/core/billing/subscription-status";
import { Alert, Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useDidUpdate } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import IconExternalLink from "@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useTRPCClient } from "~/trpc/client";
import { useFailureText } from "~/ui/failure";
import { failureFromError } from "~/ui/read-failure";
import { useIsStillHere } from "~/ui/use-is-still-here";
import { useCatalogueItemName } from "../pricing/describe-offer";
import { CancelButton } from "./cancel-subscription";
import { ResumeButton } from "./resume-subscription";

type Billing = ApiOutputs["billing"]["overview"];

/** The current plan, its paid period, and buttons to change, cancel and manage it. */
export function PlanCard({ billing }: { billing: Billing }) {
  const t = useTranslations("billing");
  const name = useCatalogueItemName();
  const [subscription, ...others] = billing.subscriptions;
  return (
    <Card h="100%">
      <Stack gap="md" h="100%">
        {paysForSeveral(billing.subscriptions, new Date()) ? (
          <Alert color="yellow" variant="light">
            {t("plan.several")}
          </Alert>
        ) : null}
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
              {billing.isPlanGiven ? t("plan.given") : <NoPlanText />}
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

const SAVING = bestPlanSaving();

/** What a plan brings to someone without one. Its claim about the price is computed from the catalogue. */
function NoPlanText() {
  const t = useTranslations("billing");
  const name = useCatalogueItemName();
  return SAVING ? t("plan.none", { plan: name(SAVING.planKey), percent: SAVING.percent }) : t("plan.noneNoSaving");
}

function PlanState({ subscription, billing }: { subscription: Billing["subscriptions"][number]; billing: Billing }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const statusText = useSubscriptionStatusText();
  const plan = findPlan(subscription.chargedPlanKey);
  const isRenewing = renews(subscription.status);
  const period = periodKind(subscription.status);
  const isLate = period === "renews" && subscription.currentPeriodEnd <= new Date();
  const actions = useRef<HTMLDivElement>(null);
  // The button to cancel, with its dialog, or the one to resume had the focus and is gone.
  useDidUpdate(() => {
    if (document.activeElement === document.body) actions.current?.querySelector("button")?.focus();
  }, [isRenewing]);
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t("plan.title")}
        </Title>
        <StatusBadge status={subscription.status} text={statusText(subscription)} />
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
      <Group ref={actions} justify="space-between" gap="xs">
        <Text c="dimmed" size="sm">
          {t(`plan.period.${isLate ? "late" : period}`, { date: format.date(subscription.currentPeriodEnd) })}
        </Text>
        {isRenewing ? <CancelButton subscription={subscription} billing={billing} /> : null}
        {canResume(subscription, billing.subscriptions, new Date()) ? (
          <ResumeButton subscription={subscription} size="compact-sm" />
        ) : null}
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

/** Returns a function that translates the status of a subscription. An unknown status is returned unchanged. */
function useSubscriptionStatusText(): (subscription: { status: string; currentPeriodEnd: Date }) => string {
  const t = useTranslations("billing");
  const format = useFormat();
  return ({ status, currentPeriodEnd }) => {
    const textKey = findSubscriptionStatus(status);
    return textKey ? t(`status.${textKey}`, { date: format.date(currentPeriodEnd) }) : status;
  };
}

/** Opens the provider's customer portal with cards and invoices. */
function PortalButton() {
  const t = useTranslations("billing");
  const failureText = useFailureText();
  const api = useTRPCClient();
  const beginHere = useIsStillHere();
  const portal = useMutation({
    mutationFn: async () => {
      const isStillHere = beginHere();
      const { url } = await api.billing.portal.mutate();
      if (isStillHere()) window.location.assign(url);
    },
    onError: (error) =>
      notifications.show({
        color: "red",
        message: failureText(failureFromError(error)),
        closeButtonProps: { "aria-label": t("close") },
      }),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      loading={portal.isPending}
      onClick={() => portal.mutate()}
    >
      {t("plan.portal")}
    </Button>
  );
}
