import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { useFormat } from "~/i18n/format";
import type { DailyChartProps } from "./daily-chart";

/** In its own module, so that DailyChart can load the chart library on demand. */
export function DailyBars({ days, series, heightPx, formatValue }: Required<DailyChartProps> & { heightPx: number }) {
  const format = useFormat();
  return (
    <BarChart
      h={heightPx}
      type="stacked"
      data={days.map((day) => ({ ...day, day: format.day(day.day) }))}
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
