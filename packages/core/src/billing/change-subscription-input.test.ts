import { expect, test } from "vitest";
import { PLAN_KEYS } from "../catalogue/plans";
import { parseInput } from "../input/parse-input";
import { ChangeSubscriptionInput } from "./change-subscription-input";
import { SUBSCRIPTION_ACTIONS } from "./subscription-actions";

test("every plan goes with every action", () => {
  for (const planKey of PLAN_KEYS) {
    for (const action of SUBSCRIPTION_ACTIONS) {
      expect(parseInput(ChangeSubscriptionInput, { planKey, action })).toEqual({ planKey, action });
    }
  }
});

test.each(["pack_200", "__proto__", "", null, undefined, 1])("a plan key of %j is refused by name", (planKey) => {
  expect(() => parseInput(ChangeSubscriptionInput, { planKey, action: "upgrade" })).toThrow(
    "planKey must be one of free, starter_monthly, starter_yearly, pro_monthly, pro_yearly",
  );
});

test.each(["delete", "", null, undefined, 1])("an action of %j is refused by name", (action) => {
  expect(() => parseInput(ChangeSubscriptionInput, { planKey: "free", action })).toThrow(
    "action must be one of upgrade, downgrade, cancel",
  );
});
