import type { ApiOutputs } from "@app/api/root";
import { Anchor, Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { GenerationGrid } from "../history/generation-grid";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { Section } from "../page/section";
import { DashboardFigures } from "./dashboard-figures";
import { QuickActions } from "./quick-actions";
import { RecentChats } from "./recent-chats";

/** What a signed-in user sees first. */
export function DashboardPage({ dashboard }: { dashboard: ApiOutputs["me"]["dashboard"] }) {
  const path = useLocalePath();
  return (
    <>
      <PageHeader title="Dashboard" />
      <DashboardFigures dashboard={dashboard} />
      <Section title="Make something">
        <QuickActions />
      </Section>
      <Section
        title="Recent images and videos"
        action={
          <Anchor component={Link} to={path("/history")} size="sm">
            All of them
          </Anchor>
        }
      >
        {dashboard.recentGenerations.length > 0 ? (
          <GenerationGrid generations={dashboard.recentGenerations} />
        ) : (
          <EmptyState
            action={
              <Button component={Link} to={path("/image")} variant="light">
                Make an image
              </Button>
            }
          >
            Nothing yet. What you make appears here.
          </EmptyState>
        )}
      </Section>
      <Section title="Recent chats">
        <RecentChats chats={dashboard.recentChats} />
      </Section>
    </>
  );
}
