/** Everything on sale, in the order the checkout lists it. */
export const CATALOGUE_KEYS = ["starter_monthly", "starter_yearly", "pro_monthly", "pro_yearly", "pack_200"] as const;
export type CatalogueKey = (typeof CATALOGUE_KEYS)[number];
export type SubscriptionKey = Exclude<CatalogueKey, "pack_200">;

/** The plans of a user: `free` or one of the subscriptions. */
export const PLAN_KEYS = ["free", "starter_monthly", "starter_yearly", "pro_monthly", "pro_yearly"] as const;
export type PlanKey = (typeof PLAN_KEYS)[number];

export type PurchaseKind = "subscription" | "one_time";

/** How a paid cycle's credits are granted: all at once, or in instalments some months apart. The modes are spelled as in the spec. */
export type GrantSchedule =
  | { readonly mode: "per_cycle" }
  | {
      readonly mode: "installments";
      readonly grantsPerCycle: number;
      readonly intervalMonths: number;
      readonly creditsPerGrant: number;
      /** Instalments granted together with the payment. */
      readonly initialGrants: number;
    };

export interface SubscriptionPlan {
  readonly key: SubscriptionKey;
  readonly kind: "subscription";
  readonly name: string;
  readonly priceCents: number;
  readonly currency: "usd";
  readonly creditsPerCycle: number;
  readonly cycle: "month" | "year";
  readonly grantSchedule: GrantSchedule;
}

export interface CreditPack {
  readonly key: "pack_200";
  readonly kind: "one_time";
  readonly name: string;
  readonly priceCents: number;
  readonly currency: "usd";
  readonly credits: number;
}

export type CatalogueItem = SubscriptionPlan | CreditPack;

export const CATALOGUE: readonly CatalogueItem[] = [
  {
    key: "starter_monthly",
    kind: "subscription",
    name: "Starter monthly",
    priceCents: 2_900,
    currency: "usd",
    creditsPerCycle: 1_000,
    cycle: "month",
    grantSchedule: { mode: "per_cycle" },
  },
  {
    key: "starter_yearly",
    kind: "subscription",
    name: "Starter yearly",
    priceCents: 29_000,
    currency: "usd",
    creditsPerCycle: 12_000,
    cycle: "year",
    grantSchedule: {
      mode: "installments",
      grantsPerCycle: 12,
      intervalMonths: 1,
      creditsPerGrant: 1_000,
      initialGrants: 1,
    },
  },
  {
    key: "pro_monthly",
    kind: "subscription",
    name: "Pro monthly",
    priceCents: 9_900,
    currency: "usd",
    creditsPerCycle: 10_000,
    cycle: "month",
    grantSchedule: { mode: "per_cycle" },
  },
  {
    key: "pro_yearly",
    kind: "subscription",
    name: "Pro yearly",
    priceCents: 99_000,
    currency: "usd",
    creditsPerCycle: 120_000,
    cycle: "year",
    grantSchedule: {
      mode: "installments",
      grantsPerCycle: 12,
      intervalMonths: 1,
      creditsPerGrant: 10_000,
      initialGrants: 1,
    },
  },
  {
    key: "pack_200",
    kind: "one_time",
    name: "200 credits",
    priceCents: 500,
    currency: "usd",
    credits: 200,
  },
];

// A Map, because keys come from requests and an object would also have `__proto__` and `constructor`.
const ITEM_BY_KEY: ReadonlyMap<string, CatalogueItem> = new Map(CATALOGUE.map((item) => [item.key, item]));

export function findCatalogueItem(key: string): CatalogueItem | undefined {
  return ITEM_BY_KEY.get(key);
}

/** The subscription plan of a key. Undefined for packs and `free`. */
export function findPlan(key: string): SubscriptionPlan | undefined {
  const item = findCatalogueItem(key);
  return item?.kind === "subscription" ? item : undefined;
}

/** The plans whose cycles are granted in instalments. */
export const INSTALMENT_PLAN_KEYS: readonly SubscriptionKey[] = CATALOGUE.flatMap((item) =>
  item.kind === "subscription" && item.grantSchedule.mode === "installments" ? [item.key] : [],
);

const MONTHS_PER_YEAR = 12;
const YEARLY_SUFFIX = "_yearly";

/** The saving of a yearly plan over twelve months of the same plan. */
export interface YearlySaving {
  percent: number;
  /** Free months. Null when the saving is no whole number of months. */
  freeMonths: number | null;
}

/** The saving of a yearly plan. Null for any other plan, and for one that saves nothing. */
export function yearlySaving(plan: SubscriptionPlan): YearlySaving | null {
  const monthly = plan.key.endsWith(YEARLY_SUFFIX)
    ? findPlan(`${plan.key.slice(0, -YEARLY_SUFFIX.length)}_monthly`)
    : undefined;
  if (!monthly) return null;
  const twelveMonthsCents = monthly.priceCents * MONTHS_PER_YEAR;
  const savedCents = twelveMonthsCents - plan.priceCents;
  if (savedCents <= 0) return null;
  return {
    percent: Math.round((savedCents / twelveMonthsCents) * 100),
    freeMonths: savedCents % monthly.priceCents === 0 ? savedCents / monthly.priceCents : null,
  };
}

/** Credits granted by one purchase, including later instalments. */
export function totalCredits(item: CatalogueItem): number {
  return item.kind === "one_time" ? item.credits : item.creditsPerCycle;
}

/** The plan whose credits are the cheapest, and by how many percent of the pack's price per credit. */
export interface PlanSaving {
  planKey: SubscriptionKey;
  percent: number;
}

/** The largest saving of a plan over the pack, rounded down. Null where no plan's credits cost less than the pack's. */
export function bestPlanSaving(items: readonly CatalogueItem[] = CATALOGUE): PlanSaving | null {
  const packs = items.filter((item) => item.kind === "one_time").map(centsPerCredit);
  const [best] = items
    .filter((item) => item.kind === "subscription")
    .sort((a, b) => centsPerCredit(a) - centsPerCredit(b));
  if (!best || packs.length === 0) return null;
  const percent = Math.floor((1 - centsPerCredit(best) / Math.min(...packs)) * 100);
  return percent > 0 ? { planKey: best.key, percent } : null;
}

function centsPerCredit(item: CatalogueItem): number {
  return item.priceCents / totalCredits(item);
}

/** The offers of these whose credits are the cheapest. Usually one. */
export function cheapestPerCredit(items: readonly CatalogueItem[]): ReadonlySet<CatalogueKey> {
  const lowest = Math.min(...items.map(centsPerCredit));
  return new Set(items.filter((item) => centsPerCredit(item) === lowest).map(({ key }) => key));
}
