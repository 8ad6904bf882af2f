import type { ApiOutputs } from "@app/api/root";
import { Anchor, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { PageHeader, Section } from "~/ui/page-layout";
import { DashboardFigures } from "./dashboard-figures";
import { DashboardNotices } from "./dashboard-notices";
import { FirstStepsCard } from "./first-steps-card";
import { QuickActions } from "./quick-actions";
import { RecentChats, RecentWork } from "./recent-activity";
import { UsageCard } from "./usage-card";

interface DashboardPageProps {
  dashboard: ApiOutputs["me"]["dashboard"];
  /** Whether the user dismissed the first steps. */
  areStepsDismissed: boolean;
}

export function DashboardPage({ dashboard, areStepsDismissed }: DashboardPageProps) {
  const t = useTranslations("dashboard");
  const path = useLocalePath();
  return (
    <>
      <PageHeader title={t("title")} />
      <DashboardNotices dashboard={dashboard} />
      <DashboardFigures dashboard={dashboard} />
      {areStepsDismissed ? null : <FirstStepsCard dashboard={dashboard} />}
      <Section title={t("actions.title")}>
        <QuickActions />
      </Section>
      <Section
        title={t("usage.title")}
        action={
          <Text size="sm" c="dimmed">
            {t("usage.period")}
          </Text>
        }
      >
        <UsageCard usage={dashboard.usage} />
      </Section>
      <Section
        title={t("recent.title")}
        action={
          <Anchor component={Link} to={path("/history")} size="sm">
            {t("recent.all")}
          </Anchor>
        }
      >
        <RecentWork generations={dashboard.recentGenerations} />
      </Section>
      <Section
        title={t("chats.title")}
        action={
          <Anchor component={Link} to={path("/history?show=chats")} size="sm">
            {t("chats.all")}
          </Anchor>
        }
      >
        <RecentChats chats={dashboard.recentChats} />
      </Section>
    </>
  );
}
