import { VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import classes from "./daily-chart.module.css";

type Day = { day: Date; [series: string]: Date | number };

interface DailyChartProps {
  /** Accessible name of the chart, and caption of the table. */
  label: string;
  /** One item per day, oldest first. `day` is the start of the day in UTC. */
  days: readonly Day[];
  /** Stacked from the bottom. `color` is a theme color such as "mint.6". */
  series: readonly { name: string; label: string; color: string }[];
  /** Defaults to the number format of the page's language. */
  formatValue?: (value: number) => string;
  /** Of the axis. Defaults to the day without its year. */
  formatDay?: (day: Date) => string;
}

/** Bars between two labels of the time axis, of a chart of days and of one of a few months. */
const BARS_PER_LABEL = { many: 7, few: 3 } as const;
const FEW_BARS_MAX = 14;
const PERCENT = 100;

/** A bar chart by day, in plain HTML: the server's page shows it, and browsers need no chart library. */
export function DailyChart({ label, days, series, formatValue, formatDay }: DailyChartProps) {
  const format = useFormat();
  const formatBar = formatDay ?? format.day;
  const barsPerLabel = days.length > FEW_BARS_MAX ? BARS_PER_LABEL.many : BARS_PER_LABEL.few;
  const formatFigure = formatValue ?? format.number;
  const highest = Math.max(0, ...days.map((day) => totalOf(day, series)));
  // An axis up to one cent would be odd where there is nothing to show.
  const ticks = highest === 0 ? [0] : axisTicks(highest);
  const top = ticks.at(-1) || 1;
  return (
    <div role="img" aria-label={label}>
      <div className={classes["plot"]}>
        {ticks.map((tick) => (
          <div key={tick} className={classes["tick"]} style={{ bottom: `${(tick / top) * PERCENT}%` }}>
            <span>{formatFigure(tick)}</span>
          </div>
        ))}
        <div className={classes["days"]}>
          {days.map((day, index) => (
            <div key={day.day.getTime()} className={classes["day"]}>
              {series.map(({ name, color }) => (
                <div
                  key={name}
                  style={{ height: `${(figureOf(day, name) / top) * PERCENT}%`, background: cssColor(color) }}
                />
              ))}
              <div className={classes["tooltip"]} data-side={index < days.length / 2 ? "right" : "left"}>
                <strong>{formatBar(day.day)}</strong>
                {series.map(({ name, label: text, color }) => (
                  <span key={name}>
                    <i style={{ background: cssColor(color) }} /> {text} {formatFigure(figureOf(day, name))}
                  </span>
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
      <div className={classes["labels"]}>
        {days.map(({ day }, index) => (
          <span key={day.getTime()}>
            {(days.length - 1 - index) % barsPerLabel === 0 ? <span>{formatBar(day)}</span> : null}
          </span>
        ))}
      </div>
      {series.length > 1 ? <Legend series={series} /> : null}
    </div>
  );
}

function Legend({ series }: Pick<DailyChartProps, "series">) {
  return (
    <div className={classes["legend"]}>
      {series.map(({ name, label, color }) => (
        <span key={name}>
          <i style={{ background: cssColor(color) }} /> {label}
        </span>
      ))}
    </div>
  );
}

function figureOf(day: Day, name: string): number {
  return Number(day[name] ?? 0);
}

function totalOf(day: Day, series: DailyChartProps["series"]): number {
  return series.reduce((total, { name }) => total + figureOf(day, name), 0);
}

function cssColor(color: string): string {
  return `var(--mantine-color-${color.replace(".", "-")})`;
}

const TICKS_MAX = 5;
const ROUND_STEPS = [1, 2, 5, 10];

/** Round whole numbers from 0 to at least `max`, evenly spaced. */
export function axisTicks(max: number): number[] {
  const raw = Math.max(1, max) / (TICKS_MAX - 1);
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, (ROUND_STEPS.find((round) => round * magnitude >= raw) ?? 10) * magnitude);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
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
