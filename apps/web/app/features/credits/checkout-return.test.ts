import { describe, expect, it } from "vitest";
import {
  BILLING_RETURN_PARAMETER,
  checkoutReturnUrls,
  PURCHASE_RETURN_PARAMETER,
  readCheckoutReturn,
  withoutReturnParameters,
} from "./checkout-return";

describe("checkoutReturnUrls", () => {
  it("returns to the page with its query and the return parameter", () => {
    expect(checkoutReturnUrls("https://shop.test/zh/image?from=7&size=2K", PURCHASE_RETURN_PARAMETER)).toEqual({
      successUrl: "https://shop.test/zh/image?from=7&size=2K&purchase=success",
      cancelUrl: "https://shop.test/zh/image?from=7&size=2K",
    });
  });

  it("removes the parameters of an earlier return", () => {
    const page = "https://shop.test/chat/1?purchase=success&checkout_id=ch_1&order_id=ord_1&signature=ab";
    expect(checkoutReturnUrls(page, PURCHASE_RETURN_PARAMETER).successUrl).toBe(
      "https://shop.test/chat/1?purchase=success",
    );
  });
});

describe("readCheckoutReturn", () => {
  it("reads the parameters appended by the provider", () => {
    const params = new URLSearchParams("purchase=success&checkout_id=ch_1&order_id=ord_1");
    expect(readCheckoutReturn(params, PURCHASE_RETURN_PARAMETER)).toEqual({ checkoutId: "ch_1", paymentId: "ord_1" });
  });

  it("recognises a return by its own parameter only", () => {
    expect(readCheckoutReturn(new URLSearchParams("success=1"), BILLING_RETURN_PARAMETER)).toEqual({
      checkoutId: null,
      paymentId: null,
    });
    expect(readCheckoutReturn(new URLSearchParams("success=1"), PURCHASE_RETURN_PARAMETER)).toBeNull();
    expect(readCheckoutReturn(new URLSearchParams("checkout_id=ch_1"), PURCHASE_RETURN_PARAMETER)).toBeNull();
  });
});

it("withoutReturnParameters keeps the page's own parameters", () => {
  const params = new URLSearchParams("kind=chat&success=1&product_id=p&request_id=r&customer_id=c&subscription_id=s");
  expect(withoutReturnParameters(params).toString()).toBe("kind=chat");
});
