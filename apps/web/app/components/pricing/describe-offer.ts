import type { CatalogueItem } from "@app/core/catalogue/plans";
import type { Format } from "~/i18n/format";

export interface OfferTexts {
  price: string;
  /** What follows the price. */
  period: string;
  credits: string;
  /** When the credits come. */
  arrival: string;
}

/** What a card says of a plan or the pack. */
export function describeOffer(item: CatalogueItem, format: Format): OfferTexts {
  const price = format.money(item.priceCents, item.currency);
  if (item.kind === "one_time") {
    return {
      price,
      period: "once",
      credits: `${format.number(item.credits)} credits`,
      arrival: "All at once, no subscription",
    };
  }
  const credits = `${format.number(item.creditsPerCycle)} credits a ${item.cycle}`;
  if (item.grantSchedule.mode === "per_cycle") {
    return { price, period: `a ${item.cycle}`, credits, arrival: `All at once, each ${item.cycle}` };
  }
  const { creditsPerGrant, initialGrants, grantsPerCycle, intervalMonths } = item.grantSchedule;
  const now = format.number(creditsPerGrant * initialGrants);
  const interval = intervalMonths === 1 ? "a month" : `every ${intervalMonths} months`;
  const months = (grantsPerCycle - initialGrants) * intervalMonths;
  const later = `then ${format.number(creditsPerGrant)} ${interval} for ${months} months`;
  return { price, period: `a ${item.cycle}`, credits, arrival: `${now} now, ${later}` };
}

/** Credits a purchase brings in all. */
export function creditsOf(item: CatalogueItem): number {
  return item.kind === "one_time" ? item.credits : item.creditsPerCycle;
}
