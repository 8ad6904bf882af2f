import type { ApiOutputs } from "@app/api/root";
import { Alert, Card, Group, Progress, Stack, Text, Title } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconClock from "@tabler/icons-react/dist/esm/icons/IconClock.mjs";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useCatalogueItemName } from "../pricing/describe-offer";
import classes from "./instalment-timeline.module.css";

type InstalmentPlan = ApiOutputs["billing"]["overview"]["instalmentPlans"][number];

/** Granted and upcoming instalments of a yearly plan, with dates and amounts. */
export function InstalmentTimeline({ plan }: { plan: InstalmentPlan }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const name = useCatalogueItemName();
  const total = plan.granted.length + plan.coming.length;
  const steps = [
    ...plan.granted.map(({ grantedAt, credits }) => ({ at: grantedAt, credits, isGranted: true })),
    ...plan.coming.map(({ grantAt, credits }) => ({ at: grantAt, credits, isGranted: false })),
  ];
  const creditsToCome = plan.coming.reduce((sum, { credits }) => sum + credits, 0);
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            {name(plan.planKey)}
          </Title>
          <Text size="sm" c="dimmed">
            {t("instalments.summary", { granted: plan.granted.length, total, credits: creditsToCome })}
          </Text>
        </Group>
        <Progress
          value={total === 0 ? 0 : (plan.granted.length / total) * 100}
          size="sm"
          aria-label={t("instalments.progress", { granted: plan.granted.length, total })}
        />
        {plan.isPaused ? (
          <Alert color="yellow" variant="light">
            {t("instalments.pausedNote")}
          </Alert>
        ) : null}
        <ol className={classes["steps"]}>
          {steps.map(({ at, credits, isGranted }) => (
            <li key={`${at.toISOString()} ${isGranted}`} className={classes["step"]} data-granted={isGranted}>
              {isGranted ? <IconCheck size={16} aria-hidden /> : <IconClock size={16} aria-hidden />}
              <span>
                <Text span size="sm" fw={600} display="block">
                  {format.signed(credits)}
                </Text>
                <Text span size="xs" display="block" className={classes["date"] ?? ""}>
                  {format.date(at)}
                </Text>
                <Text span size="xs" display="block" className={classes["date"] ?? ""}>
                  {t(isGranted ? "instalments.granted" : plan.isPaused ? "instalments.paused" : "instalments.coming")}
                </Text>
              </span>
            </li>
          ))}
        </ol>
      </Stack>
    </Card>
  );
}
