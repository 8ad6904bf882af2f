import type { Usage, UsageKind } from "@app/core/ledger/usage";
import { Box, Card, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { DailyChart, DailyTable } from "~/ui/daily-chart";
import { EmptyState } from "~/ui/page-layout";
import classes from "./usage-card.module.css";

const COLORS = { chat: "mint.6", image: "blue.5", video: "violet.5" } as const;
const KINDS: readonly UsageKind[] = ["chat", "image", "video"];

/** Credits spent per day: totals, a bar chart and a table for screen readers. */
export function UsageCard({ usage: { days, totals } }: { usage: Usage }) {
  const t = useTranslations("dashboard.usage");
  const format = useFormat();
  const total = KINDS.reduce((sum, kind) => sum + totals[kind], 0);
  if (total === 0) return <EmptyState>{t("nothing")}</EmptyState>;
  const series = KINDS.map((kind) => ({ name: kind, label: t(kind), color: COLORS[kind] }));
  const chart = { label: t("label"), days, series };
  return (
    <Card padding="md" className={classes["usage"] ?? ""}>
      <Stack gap="sm" className={classes["totals"] ?? ""}>
        <div>
          <Text fz={26} fw={700} lh={1.2}>
            {format.number(total)}
          </Text>
          <Text size="sm" c="dimmed">
            {t("total")}
          </Text>
        </div>
        <ul className={classes["kinds"]}>
          {series.map(({ name, label, color }) => (
            <li key={name} className={classes["kind"]}>
              <Box w={10} h={10} bg={color} className={classes["dot"] ?? ""} />
              <span>{label}</span>
              <span className={classes["figure"]}>{format.number(totals[name])}</span>
            </li>
          ))}
        </ul>
      </Stack>
      <div className={classes["chart"]}>
        <DailyChart {...chart} />
        <DailyTable {...chart} />
      </div>
    </Card>
  );
}
