import { CATALOGUE, type CatalogueKey } from "./catalogue";

/** The cheapest way to get some credits every month. */
export interface MonthlyCost {
  key: CatalogueKey;
  monthlyCents: number;
  /** How many packs to buy a month; 0 for a plan. */
  packs: number;
  /** Always 1 for a plan whose credits suffice. More where even the largest plan is too small. */
  plans: number;
}

/** Finds the offer with the lowest price for `credits` a month. A yearly plan counts with a twelfth of its price and credits. */
export function cheapestMonthly(credits: number): MonthlyCost {
  const costs = CATALOGUE.map(({ key, ...item }): MonthlyCost => {
    if (item.kind === "one_time") {
      const packs = Math.max(1, Math.ceil(credits / item.credits));
      return { key, monthlyCents: packs * item.priceCents, packs, plans: 0 };
    }
    const months = item.cycle === "year" ? 12 : 1;
    const plans = Math.max(1, Math.ceil(credits / (item.creditsPerCycle / months)));
    return { key, monthlyCents: Math.round((plans * item.priceCents) / months), packs: 0, plans };
  });
  return costs.reduce((best, cost) => (cost.monthlyCents < best.monthlyCents ? cost : best));
}
