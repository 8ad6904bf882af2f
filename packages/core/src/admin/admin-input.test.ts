import { expect, test } from "vitest";
import { PLAN_KEYS } from "../billing/catalogue";
import { parseInput } from "../input/parse";
import { AdjustCreditsInput, ChangeSubscriptionInput, RoleInput, USER_ROLES } from "./admin-input";
import { SUBSCRIPTION_ACTIONS } from "./admin-options";

const AMOUNT_MESSAGE = "amount must be a non-zero whole number from -10000000 to 10000000";

test.each([1, -1, 10_000_000, -10_000_000])("an amount of %i is accepted", (amount) => {
  expect(parseInput(AdjustCreditsInput, { amount, reason: "bonus" })).toEqual({ amount, reason: "bonus" });
});

test.each([
  0,
  -0,
  1.5,
  10_000_001,
  -10_000_001,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  "5",
  null,
  undefined,
  true,
  [1],
])("an amount of %s is refused", (amount) => {
  expect(() => parseInput(AdjustCreditsInput, { amount })).toThrow(AMOUNT_MESSAGE);
});

test.each([{}, { reason: undefined }, { reason: null }, { reason: "" }, { reason: " \t\n" }])(
  "without a reason (%j) it is adjustment",
  (fields) => {
    expect(parseInput(AdjustCreditsInput, { amount: 1, ...fields }).reason).toBe("adjustment");
  },
);

test("a reason is trimmed", () => {
  expect(parseInput(AdjustCreditsInput, { amount: 1, reason: "  goodwill " }).reason).toBe("goodwill");
});

test("a reason has at most 200 characters", () => {
  expect(parseInput(AdjustCreditsInput, { amount: 1, reason: "r".repeat(200) }).reason).toHaveLength(200);
  expect(() => parseInput(AdjustCreditsInput, { amount: 1, reason: "r".repeat(201) })).toThrow(
    "reason must be at most 200 characters",
  );
});

test("reports a reason of the wrong type by its field name, after the amount", () => {
  expect(() => parseInput(AdjustCreditsInput, { amount: 1, reason: 5 })).toThrow("reason must be a string");
  expect(() => parseInput(AdjustCreditsInput, { amount: 0, reason: 5 })).toThrow(AMOUNT_MESSAGE);
});

test("accepts every plan with every action", () => {
  for (const planKey of PLAN_KEYS) {
    for (const action of SUBSCRIPTION_ACTIONS) {
      expect(parseInput(ChangeSubscriptionInput, { planKey, action })).toEqual({ planKey, action });
    }
  }
});

test.each(["pack_200", "__proto__", "", null, undefined, 1])("refuses a plan key of %j with the list", (planKey) => {
  expect(() => parseInput(ChangeSubscriptionInput, { planKey, action: "upgrade" })).toThrow(
    "planKey must be one of free, starter_monthly, starter_yearly, pro_monthly, pro_yearly",
  );
});

test.each(["delete", "", null, undefined, 1])("refuses an action of %j with the list", (action) => {
  expect(() => parseInput(ChangeSubscriptionInput, { planKey: "free", action })).toThrow(
    "action must be one of upgrade, downgrade, cancel",
  );
});

test.each(USER_ROLES)("%s is a role", (role) => {
  expect(parseInput(RoleInput, { role })).toEqual({ role });
});

test.each(["owner", "Admin", "", null, undefined, 1, "__proto__"])("%j is not a role", (role) => {
  expect(() => parseInput(RoleInput, { role })).toThrow("role must be one of user, admin");
});
