import type { ApiOutputs } from "@app/api/root";
import { Card, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { DailyChart } from "~/ui/daily-chart";
import classes from "./trends.module.css";

type Day = ApiOutputs["admin"]["dailyStatistics"][number];
type Month = ApiOutputs["admin"]["statistics"]["months"][number];
type Figure = Exclude<keyof Day, "day">;

/** All prices are in this currency, so revenue can be summed. */
export const REVENUE_CURRENCY = "usd";

/** Charts of revenue by month, and by day of revenue, active users, credits and failures. */
export function Trends({ days, months }: { days: readonly Day[]; months: readonly Month[] }) {
  const t = useTranslations("admin.trend");
  const format = useFormat();
  const rows = days.map((day) => ({ ...day }));
  const sum = (figure: Figure) => days.reduce((total, day) => total + day[figure], 0);
  const money = (cents: number) => format.money(cents, REVENUE_CURRENCY);
  const singleSeries = (name: Figure, color: string) => [{ name, label: t(`series.${name}`), color }];
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <TrendCard
        title={t("byMonth")}
        total={money(months.reduce((total, { revenueCents }) => total + revenueCents, 0))}
        label={t("months", { title: t("byMonth"), months: months.length })}
        days={months.map(({ month, revenueCents }) => ({ day: month, revenueCents }))}
        series={singleSeries("revenueCents", "mint.6")}
        formatValue={money}
        formatDay={format.month}
      />
      <TrendCard
        title={t("series.revenueCents")}
        total={money(sum("revenueCents"))}
        days={rows}
        series={singleSeries("revenueCents", "mint.6")}
        formatValue={money}
      />
      <TrendCard
        title={t("series.activeUsers")}
        total={t("activeMost", { count: Math.max(0, ...days.map(({ activeUsers }) => activeUsers)) })}
        days={rows}
        series={singleSeries("activeUsers", "mint.6")}
      />
      <TrendCard
        title={t("series.creditsGranted")}
        total={format.number(sum("creditsGranted"))}
        days={rows}
        series={singleSeries("creditsGranted", "mint.6")}
      />
      <TrendCard
        title={t("series.creditsSpent")}
        total={format.number(sum("creditsSpent"))}
        days={rows}
        series={singleSeries("creditsSpent", "gray.6")}
      />
      <TrendCard
        title={t("failures")}
        total={t("failuresTotal", {
          images: sum("failedImages"),
          videos: sum("failedVideos"),
          chats: sum("failedChats"),
        })}
        days={rows}
        series={[
          ...singleSeries("failedImages", "red.6"),
          ...singleSeries("failedVideos", "yellow.6"),
          ...singleSeries("failedChats", "gray.6"),
        ]}
      />
    </SimpleGrid>
  );
}

interface TrendCardProps {
  title: string;
  /** Total of all days, as text. */
  total: string;
  days: readonly { day: Date; [series: string]: Date | number }[];
  series: readonly { name: string; label: string; color: string }[];
  formatValue?: (value: number) => string;
  /** Defaults to days. */
  formatDay?: (day: Date) => string;
  /** Accessible name of the chart. Defaults to that of a chart by day. */
  label?: string;
}

/** A daily figure: its total, a bar chart, and a visually hidden table for screen readers. */
function TrendCard({ title, total, days, series, formatValue, formatDay, label }: TrendCardProps) {
  const t = useTranslations("admin.trend");
  return (
    <Card className={classes["card"] ?? ""}>
      <Group justify="space-between" align="baseline" mb="sm">
        <Title order={3} size="h5" c="dimmed">
          {title}
        </Title>
        <Text fz="xl" fw={700}>
          {total}
        </Text>
      </Group>
      <DailyChart
        label={label ?? t("chart", { title, days: days.length })}
        days={days}
        series={series}
        {...(formatValue ? { formatValue } : {})}
        {...(formatDay ? { formatDay } : {})}
      />
      <TrendTable
        title={title}
        days={days}
        series={series}
        {...(formatValue ? { formatValue } : {})}
        {...(formatDay ? { formatDay } : {})}
      />
    </Card>
  );
}

function TrendTable({ title, days, series, formatValue, formatDay }: Omit<TrendCardProps, "total" | "label">) {
  const t = useTranslations("admin");
  const format = useFormat();
  const formatFigure = formatValue ?? format.number;
  return (
    <div className={classes["hidden"]}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("column.date")}</th>
            {series.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.day.toISOString()}>
              <th scope="row">{(formatDay ?? format.date)(day.day)}</th>
              {series.map(({ name }) => (
                <td key={name}>{formatFigure(Number(day[name] ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
