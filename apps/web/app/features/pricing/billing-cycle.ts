import type { CatalogueItem } from "@app/core/billing/catalogue";
import { useSearchParams } from "@remix-run/react";

export const CYCLES = ["month", "year"] as const;
export type Cycle = (typeof CYCLES)[number];

/** Query parameter of the pages with offers: /pricing?cycle=yearly. */
const CYCLE_PARAMETER = "cycle";
const PARAMETER_VALUES: Readonly<Record<Cycle, string>> = { month: "monthly", year: "yearly" };

/** Reads the cycle from the URL. Without one there it is `fallback`. */
export function useCycle(fallback: Cycle = "month"): Cycle {
  const [params] = useSearchParams();
  return CYCLES.find((cycle) => params.get(CYCLE_PARAMETER) === PARAMETER_VALUES[cycle]) ?? fallback;
}

/** The query string with another cycle. */
export function withCycle(params: URLSearchParams, cycle: Cycle): URLSearchParams {
  const search = new URLSearchParams(params);
  search.set(CYCLE_PARAMETER, PARAMETER_VALUES[cycle]);
  return search;
}

/** The pack is offered in every cycle. */
export function isOfferedIn(cycle: Cycle, item: CatalogueItem): boolean {
  return item.kind === "one_time" || item.cycle === cycle;
}
