import type { ApiOutputs } from "@app/api/root";

export const USER_TABS = ["ledger", "payments", "generations", "subscription"] as const;
export type UserTab = (typeof USER_TABS)[number];

/** The tab an address asks for; the ledger unless it names another. */
export function readUserTab(params: URLSearchParams): UserTab {
  const asked = params.get("tab");
  return USER_TABS.find((tab) => tab === asked) ?? "ledger";
}

/** What the chosen tab shows: only that is loaded. */
export type UserTabContent =
  | { tab: "ledger"; page: ApiOutputs["admin"]["ledger"] }
  | { tab: "payments"; page: ApiOutputs["admin"]["payments"] }
  | { tab: "generations"; page: ApiOutputs["admin"]["users"]["generations"] }
  | { tab: "subscription" };
