import { describe, expect, it } from "vitest";
import { BILLING_MARK, PURCHASE_MARK, readReturn, returnAddresses, withoutReturn } from "./return-address";

describe("returnAddresses", () => {
  it("leads back to the page with its query, marked as paid", () => {
    expect(returnAddresses("https://shop.test/zh/image?from=7&size=2K", PURCHASE_MARK)).toEqual({
      successUrl: "https://shop.test/zh/image?from=7&size=2K&purchase=success",
      cancelUrl: "https://shop.test/zh/image?from=7&size=2K",
    });
  });

  it("does not pile up what an earlier return left behind", () => {
    const page = "https://shop.test/chat/1?purchase=success&checkout_id=ch_1&order_id=ord_1&signature=ab";
    expect(returnAddresses(page, PURCHASE_MARK).successUrl).toBe("https://shop.test/chat/1?purchase=success");
  });
});

describe("readReturn", () => {
  it("reads what the provider appended", () => {
    const params = new URLSearchParams("purchase=success&checkout_id=ch_1&order_id=ord_1");
    expect(readReturn(params, PURCHASE_MARK)).toEqual({ checkoutId: "ch_1", paymentId: "ord_1" });
  });

  it("knows a return by its mark alone, and by no other", () => {
    expect(readReturn(new URLSearchParams("success=1"), BILLING_MARK)).toEqual({ checkoutId: null, paymentId: null });
    expect(readReturn(new URLSearchParams("success=1"), PURCHASE_MARK)).toBeNull();
    expect(readReturn(new URLSearchParams("checkout_id=ch_1"), PURCHASE_MARK)).toBeNull();
  });
});

it("withoutReturn keeps the page's own parameters", () => {
  const params = new URLSearchParams("kind=chat&success=1&product_id=p&request_id=r&customer_id=c&subscription_id=s");
  expect(withoutReturn(params).toString()).toBe("kind=chat");
});
