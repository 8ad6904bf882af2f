import { Card, Group, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import { DailyChart } from "../chart/daily-chart";
import classes from "./trend-card.module.css";

interface TrendCardProps {
  title: string;
  /** The sum of the days, or what else says it in a word. */
  total: string;
  days: readonly { day: Date; [series: string]: Date | number }[];
  series: readonly { name: string; label: string; color: string }[];
  formatValue?: (value: number) => string;
}

/** A figure by day: its total in text, its course as bars, and each day in a table for whoever cannot see them. */
export function TrendCard({ title, total, days, series, formatValue }: TrendCardProps) {
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
        label={t("chart", { title, days: days.length })}
        days={days}
        series={series}
        {...(formatValue ? { formatValue } : {})}
      />
      <TrendTable title={title} days={days} series={series} {...(formatValue ? { formatValue } : {})} />
    </Card>
  );
}

function TrendTable({ title, days, series, formatValue }: Omit<TrendCardProps, "total">) {
  const t = useTranslations("admin");
  const format = useFormat();
  const write = formatValue ?? format.number;
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
              <th scope="row">{format.date(day.day)}</th>
              {series.map(({ name }) => (
                <td key={name}>{write(Number(day[name] ?? 0))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
