import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "../credits/costs";
import { type CatalogueItem, findPlan, totalCredits, yearlySaving } from "./catalogue";

const MONTHS_PER_YEAR = 12;
/** Credits in the unit price of a comparison. */
export const COMPARED_CREDITS = 100;

/** How many chats, images or videos some credits pay for, if spent on only one of them. */
export type AffordableUnits = Record<"chats" | "images" | "videos", number>;

/** @param chatPrice credits for one answer of the default text model */
export function affordableUnits(credits: number, chatPrice: number): AffordableUnits {
  return {
    chats: Math.floor(credits / chatPrice),
    images: Math.floor(credits / IMAGE_COST_CREDITS),
    videos: Math.floor(credits / VIDEO_COST_CREDITS),
  };
}

/** The figures by which an offer is compared with others. Cents are rounded. */
export interface OfferFigures {
  /** The price of a month; of the pack its price. */
  periodCents: number;
  /** The credits of a month; of the pack all of them. */
  periodCredits: number;
  /** What those credits pay for. */
  units: AffordableUnits;
  /** The price of `COMPARED_CREDITS`. */
  unitCents: number;
  /** The saving of a year over twelve months of the same plan, also for the monthly plan. Null for the pack, and where a year saves nothing. */
  yearlySavingPercent: number | null;
  /** Null for the pack, which is bought once. */
  yearlyCredits: number | null;
}

export function offerFigures(item: CatalogueItem, chatPrice: number): OfferFigures {
  const credits = totalCredits(item);
  const unitCents = Math.round((item.priceCents * COMPARED_CREDITS) / credits);
  if (item.kind === "one_time") {
    const figures = {
      periodCents: item.priceCents,
      periodCredits: credits,
      units: affordableUnits(credits, chatPrice),
      unitCents,
    };
    return { ...figures, yearlySavingPercent: null, yearlyCredits: null };
  }
  const months = item.cycle === "year" ? MONTHS_PER_YEAR : 1;
  const periodCredits = Math.floor(credits / months);
  const yearly = findPlan(item.key.replace(/_monthly$/, "_yearly"));
  return {
    periodCents: Math.round(item.priceCents / months),
    periodCredits,
    units: affordableUnits(periodCredits, chatPrice),
    unitCents,
    yearlySavingPercent: yearly ? (yearlySaving(yearly)?.percent ?? null) : null,
    yearlyCredits: credits * (MONTHS_PER_YEAR / months),
  };
}
