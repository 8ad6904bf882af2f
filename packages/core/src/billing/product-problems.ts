import { z } from "zod";
import type { CatalogueItem } from "./catalogue";

/** The fields of a provider's product that decide what a buyer pays. */
const Product = z.object({
  price: z.number(),
  currency: z.string(),
  billing_type: z.string(),
  billing_period: z.string().nullish(),
  status: z.string().nullish(),
});

/**
 * What differs between a plan or pack and the provider's product that is sold for it: a buyer would pay another price than
 * the one shown, or be charged for another period. Empty when they agree.
 */
export function productProblems(item: CatalogueItem, product: unknown): string[] {
  const parsed = Product.safeParse(product);
  if (!parsed.success) return ["the provider's description of it cannot be read"];
  const { price, currency, billing_type: type, billing_period: period, status } = parsed.data;
  const expected = expectedBilling(item);
  const problems: string[] = [];
  if (price !== item.priceCents) problems.push(`costs ${inUnits(price)} there and ${inUnits(item.priceCents)} here`);
  if (currency.toLowerCase() !== item.currency)
    problems.push(`is sold in ${currency} there and in ${item.currency.toUpperCase()} here`);
  if (type !== expected.type) problems.push(`is billed as "${type}" there, "${expected.type}" is needed`);
  else if (expected.period !== null && period !== expected.period)
    problems.push(`is billed "${period ?? ""}" there, "${expected.period}" is needed`);
  if (status && status !== "active") problems.push(`is ${status} there`);
  return problems;
}

function expectedBilling(item: CatalogueItem): { type: string; period: string | null } {
  return item.kind === "subscription"
    ? { type: "recurring", period: `every-${item.cycle}` }
    : { type: "onetime", period: null };
}

function inUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}
