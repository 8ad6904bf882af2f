import type { CatalogueItem } from "@app/core/catalogue/plans";
import { useSearchParams } from "@remix-run/react";

export const CYCLES = ["month", "year"] as const;
export type Cycle = (typeof CYCLES)[number];

/** Name of the cycle in addresses: /pricing?cycle=yearly. */
export const CYCLE_PARAMETER = "cycle";
export const CYCLE_PARAMETER_VALUES: Readonly<Record<Cycle, string>> = { month: "monthly", year: "yearly" };

/** The cycle the address asks for; monthly where it asks for none. */
export function useCycle(): Cycle {
  const [params] = useSearchParams();
  return params.get(CYCLE_PARAMETER) === CYCLE_PARAMETER_VALUES.year ? "year" : "month";
}

/** The pack is on sale whatever the cycle. */
export function isOfferedIn(cycle: Cycle, item: CatalogueItem): boolean {
  return item.kind === "one_time" || item.cycle === cycle;
}
