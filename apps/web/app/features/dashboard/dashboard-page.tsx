import type { ApiOutputs } from "@app/api/root";
import { Anchor, Text, Title } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/page-language";
import { Section } from "~/ui/page-layout";
import { Composer } from "./composer";
import { DashboardFigures } from "./dashboard-figures";
import { DashboardNotices } from "./dashboard-notices";
import { FirstStepsCard } from "./first-steps-card";
import { RecentChats, RecentWork } from "./recent-activity";
import { UsageCard } from "./usage-card";

interface DashboardPageProps {
  dashboard: ApiOutputs["me"]["dashboard"];
  /** Whether the user dismissed the first steps. */
  areStepsDismissed: boolean;
}

/** Starts with what the user may make next. The balance is in the header. */
export function DashboardPage({ dashboard, areStepsDismissed }: DashboardPageProps) {
  const t = useTranslations("dashboard");
  const path = useLocalePath();
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {t("greeting")}
      </Title>
      <Composer />
      <DashboardNotices dashboard={dashboard} />
      {areStepsDismissed ? null : <FirstStepsCard dashboard={dashboard} />}
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
      <DashboardFigures dashboard={dashboard} />
    </>
  );
}
