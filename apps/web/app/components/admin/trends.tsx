import type { ApiOutputs } from "@app/api/root";
import { SimpleGrid } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { TrendCard } from "./trend-card";

type Day = ApiOutputs["admin"]["dailyStatistics"][number];
type Figure = Exclude<keyof Day, "day">;

/** The provider's prices are all in this currency, so revenue adds up. */
export const REVENUE_CURRENCY = "usd";

/** What happened day by day. */
export function Trends({ days }: { days: readonly Day[] }) {
  const t = useTranslations("admin.trend");
  const format = useFormat();
  const rows = days.map((day) => ({ ...day }));
  const sum = (figure: Figure) => days.reduce((total, day) => total + day[figure], 0);
  const money = (cents: number) => format.money(cents, REVENUE_CURRENCY);
  const one = (name: Figure, color: string) => [{ name, label: t(`series.${name}`), color }];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <TrendCard
        title={t("series.revenueCents")}
        total={money(sum("revenueCents"))}
        days={rows}
        series={one("revenueCents", "mint.6")}
        formatValue={money}
      />
      <TrendCard
        title={t("series.activeUsers")}
        total={t("activeMost", { count: Math.max(0, ...days.map(({ activeUsers }) => activeUsers)) })}
        days={rows}
        series={one("activeUsers", "mint.6")}
      />
      <TrendCard
        title={t("series.creditsGranted")}
        total={format.number(sum("creditsGranted"))}
        days={rows}
        series={one("creditsGranted", "mint.6")}
      />
      <TrendCard
        title={t("series.creditsSpent")}
        total={format.number(sum("creditsSpent"))}
        days={rows}
        series={one("creditsSpent", "gray.6")}
      />
      <TrendCard
        title={t("failures")}
        total={t("failuresTotal", {
          images: sum("failedImages"),
          videos: sum("failedVideos"),
          chats: sum("failedChats"),
        })}
        days={rows}
        series={[...one("failedImages", "red.6"), ...one("failedVideos", "yellow.6"), ...one("failedChats", "gray.6")]}
      />
    </SimpleGrid>
  );
}
