import { Skeleton, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import type { DailyBarsProps } from "./daily-bars";

const DailyBars = lazy(async () => ({ default: (await import("./daily-bars")).DailyBars }));
const HEIGHT_PX = 240;

interface DailyChartProps extends Pick<DailyBarsProps, "days" | "series"> {
  /** Accessible name of the chart, and caption of the table. */
  label: string;
  /** Defaults to the number format of the page's language. */
  formatValue?: (value: number) => string;
  /** Of the axis. Defaults to the day without its year. */
  formatDay?: (day: Date) => string;
}

/** A bar chart by day. Rendered only in the browser: the chart needs its width, and its code is loaded on demand. */
export function DailyChart(props: DailyChartProps) {
  const format = useFormat();
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  const skeleton = <Skeleton height={HEIGHT_PX} />;
  return (
    <div role="img" aria-label={props.label}>
      {isInBrowser ? (
        <Suspense fallback={skeleton}>
          <DailyBars
            {...props}
            heightPx={HEIGHT_PX}
            formatValue={props.formatValue ?? format.number}
            formatDay={props.formatDay ?? format.day}
          />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  );
}

/** The chart's figures as a table for screen readers, without the empty days. */
export function DailyTable({ label, days, series, formatValue }: DailyChartProps) {
  const t = useTranslations("chart");
  const format = useFormat();
  const formatFigure = formatValue ?? format.number;
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
                  <td key={name}>{formatFigure(values[index] ?? 0)}</td>
                ))}
                <td>{formatFigure(sum(values))}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
