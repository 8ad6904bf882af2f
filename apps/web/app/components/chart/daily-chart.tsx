import { Skeleton } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useFormat } from "~/i18n/use-format";

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
