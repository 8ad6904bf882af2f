import { describe, expect, it } from "vitest";
import { billingTabPath, readBillingTab, tabOfHash } from "./billing-tabs";
import { readLedgerFilterFields } from "./ledger-filter";

function tabOf(query: string) {
  const params = new URLSearchParams(query);
  return readBillingTab(params, readLedgerFilterFields(params));
}

describe("readBillingTab", () => {
  it.each([
    ["", "plan"],
    ["buy=pack_200&cycle=yearly", "plan"],
    ["success=1&checkout_id=ch_1", "plan"],
    ["tab=payments", "payments"],
    ["tab=activity&kind=chat", "activity"],
    ["tab=plan&kind=chat", "plan"],
    ["tab=constructor", "plan"],
    ["kind=chat", "activity"],
    ["apiKey=key_1", "activity"],
    ["cursor=12", "activity"],
  ])("of ?%s is %s", (query, tab) => expect(tabOf(query)).toBe(tab));
});

it.each([
  ["plan", {}, "/billing"],
  ["payments", {}, "/billing?tab=payments"],
  ["activity", { apiKey: "a b" }, "/billing?tab=activity&apiKey=a+b"],
] as const)("the path of %s with %o is %s", (tab, query, path) => expect(billingTabPath(tab, query)).toBe(path));

it("knows the tabs of the sections that links from before lead to", () => {
  expect(["#plans", "#instalments", "#payments", "#usage", "#ledger", "#other", ""].map(tabOfHash)).toEqual([
    ...["plan", "plan", "payments", "activity", "activity"],
    ...[undefined, undefined],
  ]);
});
