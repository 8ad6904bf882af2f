import { Skeleton, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";

const DailyBars = lazy(async () => ({ default: (await import("./daily-bars")).DailyBars }));
const HEIGHT_PX = 240;

export interface DailyChartProps {
  /** What the bars show, for whoever cannot see them. The figures stand beside the chart in text as well. */
  label: string;
  /** One item a day, oldest first: `day` is its start in UTC. */
  days: readonly { day: Date; [series: string]: Date | number }[];
  /** Stacked bottom up. `color` is a shade of the theme, such as "mint.6". */
  series: readonly { name: string; label: string; color: string }[];
  /** How a value is written; a plain number unless told. */
  formatValue?: (value: number) => string;
}

/** Bars by day. They are drawn in the browser only: a chart needs its width, and its code is fetched once it is there to be seen. */
export function DailyChart(props: DailyChartProps) {
  const format = useFormat();
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  const skeleton = <Skeleton height={HEIGHT_PX} />;
  return (
    <div role="img" aria-label={props.label}>
      {isInBrowser ? (
        <Suspense fallback={skeleton}>
          <DailyBars {...props} heightPx={HEIGHT_PX} formatValue={props.formatValue ?? format.number} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  );
}

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
