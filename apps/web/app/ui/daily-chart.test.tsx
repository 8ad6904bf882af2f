import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl/react";
import { expect, it } from "vitest";
import messages from "~/i18n/messages/en.json";
import { axisTicks, DailyChart } from "./daily-chart";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [100, [0, 50, 100]],
  [230, [0, 100, 200, 300]],
  [40_000, [0, 10_000, 20_000, 30_000, 40_000]],
])("divides the axis up to %i at round numbers", (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks);
});

it.each([
  { what: "has no figure but 0 while there is nothing to show", cents: 0, figures: ["$0"] },
  { what: "has figures up to the highest bar", cents: 200, figures: ["$0", "$0.5", "$1", "$1.5", "$2"] },
])("the axis $what", ({ cents, figures }) => {
  const page = renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={messages}>
      <DailyChart
        label="Revenue"
        days={[{ day: new Date("2026-11-30"), revenue: cents }]}
        series={[{ name: "revenue", label: "Revenue", color: "mint.6" }]}
        formatValue={(value) => `$${value / 100}`}
      />
    </IntlProvider>,
  );
  expect([...page.matchAll(/<span>(\$[\d.]+)<\/span>/g)].map(([, figure]) => figure)).toEqual(figures);
  expect(page).not.toContain("NaN");
});
