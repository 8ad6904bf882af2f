import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/use-format";
import type { DailyChartProps } from "./daily-chart";

/** A chart's figures for whoever cannot see it: the days on which there was something, each with its sum. */
export function DailyTable({ label, days, series, formatValue }: DailyChartProps) {
  const t = useTranslations("chart");
  const format = useFormat();
  const shown = formatValue ?? format.number;
  const rows = days.map((day) => ({ day: day.day, values: series.map(({ name }) => Number(day[name])) }));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return (
    <VisuallyHidden>
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            {series.map(({ name, label: text }) => (
              <th key={name} scope="col">
                {text}
              </th>
            ))}
            <th scope="col">{t("total")}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ values }) => sum(values) !== 0)
            .map(({ day, values }) => (
              <tr key={day.getTime()}>
                <th scope="row">{format.date(day)}</th>
                {series.map(({ name }, index) => (
                  <td key={name}>{shown(values[index] ?? 0)}</td>
                ))}
                <td>{shown(sum(values))}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
