import type { ApiOutputs } from "@app/api/root";
import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { useTranslations } from "use-intl/react";
import { useLocalePath } from "~/i18n/use-locale-path";
import { GenerationGrid } from "../history/generation-grid";
import { EmptyState } from "../page/empty-state";

/** The newest images and videos; each opens in the history. */
export function RecentWork({ generations }: { generations: ApiOutputs["me"]["dashboard"]["recentGenerations"] }) {
  const t = useTranslations("dashboard.recent");
  const path = useLocalePath();
  if (generations.length === 0) {
    const make = (
      <Button component={Link} to={path("/image")} variant="light">
        {t("make")}
      </Button>
    );
    return <EmptyState action={make}>{t("empty")}</EmptyState>;
  }
  const addressFor = ({ id }: { id: string }) => path(`/history?${new URLSearchParams({ id })}`);
  return <GenerationGrid generations={generations} addressFor={addressFor} />;
}
