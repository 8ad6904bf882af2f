import type { LedgerFilterFields } from "./ledger-filter";

export const BILLING_TABS = ["plan", "payments", "activity"] as const;
export type BillingTab = (typeof BILLING_TABS)[number];

const TAB_PARAMETER = "tab";

/** Path of a tab, with the query of the ledger's filter where there is one. */
export function billingTabPath(tab: BillingTab, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams({ ...(tab === "plan" ? {} : { [TAB_PARAMETER]: tab }), ...query });
  return search.size === 0 ? "/billing" : `/billing?${search}`;
}

/** The form field that keeps a GET form on its tab. */
export const tabField = (tab: BillingTab) => ({ name: TAB_PARAMETER, value: tab });

/** The tab that the address names. An address with a filter alone is from before there were tabs, and means the ledger. */
export function readBillingTab(params: URLSearchParams, fields: LedgerFilterFields): BillingTab {
  const named = BILLING_TABS.find((tab) => tab === params.get(TAB_PARAMETER));
  if (named) return named;
  const isFiltered = Object.values(fields).some((value) => value !== "") || params.has("cursor");
  return isFiltered ? "activity" : "plan";
}

const TAB_OF_HASH: ReadonlyMap<string, BillingTab> = new Map([
  ["#plans", "plan"],
  ["#instalments", "plan"],
  ["#payments", "payments"],
  ["#usage", "activity"],
  ["#ledger", "activity"],
]);

/** The tab with the section that a hash names. Only the browser knows the hash. */
export function tabOfHash(hash: string): BillingTab | undefined {
  return TAB_OF_HASH.get(hash);
}
