import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";

export interface DailyBarsProps {
  /** One item per bar, oldest first. `day` is the start of its day or month in UTC. */
  days: readonly { day: Date; [series: string]: Date | number }[];
  /** Stacked from the bottom. `color` is a theme color such as "mint.6". */
  series: readonly { name: string; label: string; color: string }[];
  heightPx: number;
  formatValue: (value: number) => string;
  formatDay: (day: Date) => string;
}

/** In its own module, so that DailyChart can load the chart library on demand. */
export function DailyBars({ days, series, heightPx, formatValue, formatDay }: DailyBarsProps) {
  return (
    <BarChart
      h={heightPx}
      type="stacked"
      data={days.map((day) => ({ ...day, day: formatDay(day.day) }))}
      dataKey="day"
      series={[...series]}
      valueFormatter={formatValue}
      withLegend={series.length > 1}
      tickLine="none"
      yAxisProps={{ allowDecimals: false }}
      gridAxis="x"
      maxBarWidth={24}
    />
  );
}
