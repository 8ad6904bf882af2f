import type { ProductTerms } from "./payment-state";

/** The products of the demo. Their ids are the keys of the plans and packs. */
export const DEMO_PRODUCTS: ReadonlyMap<string, ProductTerms> = new Map<string, ProductTerms>([
  ["starter_monthly", { name: "Starter, monthly", priceCents: 2_900, kind: "subscription", period: "every-month" }],
  ["starter_yearly", { name: "Starter, yearly", priceCents: 29_000, kind: "subscription", period: "every-year" }],
  ["pro_monthly", { name: "Pro, monthly", priceCents: 9_900, kind: "subscription", period: "every-month" }],
  ["pro_yearly", { name: "Pro, yearly", priceCents: 99_000, kind: "subscription", period: "every-year" }],
  ["pack_200", { name: "200 credits", priceCents: 500, kind: "one_time" }],
]);

/** The service's environment variables for these products. */
export const DEMO_PRODUCT_IDS: Readonly<Record<string, string>> = Object.fromEntries(
  [...DEMO_PRODUCTS.keys()].map((key) => [`PROVIDER_PRODUCT_${key.toUpperCase()}`, key]),
);
