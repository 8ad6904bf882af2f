import { safeReturnPath } from "@app/core/account/safe-return-path";
import { expect, test } from "vitest";
import { purchaseIntentPath, readPurchaseIntent, withoutPurchaseIntent } from "./purchase-intent";

const paramsOf = (path: string) => new URL(path, "https://genmint.example").searchParams;

test("the path names the item, also after it was passed on as the address to return to", () => {
  const path = safeReturnPath(purchaseIntentPath("pro_yearly"), "/dashboard");
  expect(path).toBe("/billing?buy=pro_yearly&cycle=yearly#plans");
  expect(readPurchaseIntent(paramsOf(path))?.key).toBe("pro_yearly");
});

test.each([
  "/billing",
  "/billing?buy=",
  "/billing?buy=__proto__",
  "/billing?buy=free",
  "/billing?buy=https://evil.example",
])("%s names nothing that is on sale", (path) => {
  expect(readPurchaseIntent(paramsOf(path))).toBeNull();
});

test("only the intent is removed", () => {
  expect(withoutPurchaseIntent(paramsOf("/billing?kind=chat&buy=pack_200")).toString()).toBe("kind=chat");
});
