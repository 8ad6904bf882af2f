import { expect, test } from "vitest";
import { findSubscriptionStatus, SUBSCRIPTION_STATUSES } from "./subscription-status";

test.each(SUBSCRIPTION_STATUSES)("%s stands for itself", (status) => {
  expect(findSubscriptionStatus(status)).toBe(status);
});

test("cancelled is the other spelling of canceled", () => {
  expect(findSubscriptionStatus("cancelled")).toBe("canceled");
});

test.each(["", "ACTIVE", "done", "__proto__", "constructor"])("%j is no status", (word) => {
  expect(findSubscriptionStatus(word)).toBeUndefined();
});
