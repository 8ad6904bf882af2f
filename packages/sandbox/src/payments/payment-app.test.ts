import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { CHECKOUT_METADATA, paymentClient } from "../testing/payment-client";
import { createTestSandbox, TEST_KEYS, TEST_ORIGINS, type TestSandbox } from "../testing/test-sandbox";
import { signWebhook } from "./signatures";

let clock: Date;
let sandbox: TestSandbox;
const { send, api, openCheckout, submit, simulate, eventTypes } = paymentClient(() => sandbox);

beforeEach(() => {
  clock = new Date("2026-01-31T10:00:00Z");
  sandbox = createTestSandbox({ now: () => clock });
});

describe("POST /v1/checkouts", () => {
  it("creates a pending checkout with a URL for the buyer", async () => {
    const checkout = await openCheckout({
      success_url: "https://shop.test/done",
      request_id: "r1",
      customer: { email: "a@example.com" },
    });
    expect(checkout).toMatchObject({
      id: expect.stringMatching(/^ch_/),
      object: "checkout",
      status: "pending",
      product: "starter_monthly",
      checkout_url: `${TEST_ORIGINS.payment}/checkout/${checkout.id}`,
      metadata: CHECKOUT_METADATA,
    });
  });

  it.each([
    ["a wrong key with 403", "wrong", 403, "Forbidden", "Invalid API key"],
    ["a missing key with 401", "", 401, "Unauthorized", "Missing API key"],
  ])("refuses %s in the provider's error format", async (_name, apiKey, status, error, message) => {
    const response = await api("/checkouts", { product_id: "starter_monthly" }, apiKey);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      trace_id: expect.any(String),
      status,
      error,
      message: [message],
      timestamp: clock.getTime(),
    });
  });

  it.each([
    ["no product", { metadata: {} }, 400, "product_id must be a string"],
    [
      "an unknown field",
      { product_id: "starter_monthly", cancel_url: "https://shop.test" },
      400,
      "property cancel_url should not exist",
    ],
    [
      "a success URL that is not an http URL",
      { product_id: "starter_monthly", success_url: "javascript:alert(1)" },
      400,
      "success_url must be a URL address",
    ],
    ["an unknown product", { product_id: "__proto__" }, 404, "Product not found"],
    ["a body that is not an object", "text", 400, expect.any(String)],
  ])("refuses %s", async (_name, body, status, message) => {
    const response = await api("/checkouts", body);
    expect([response.status, (await response.json()).message]).toEqual([status, [message]]);
    expect(sandbox.payment.checkouts.size).toBe(0);
  });

  it("simulates a fault", async () => {
    sandbox.faults.queue("payment", { kind: "status", status: 500 });
    expect((await api("/checkouts", { product_id: "pack_200" })).status).toBe(500);
    expect((await api("/checkouts", { product_id: "pack_200" })).status).toBe(200);
  });
});

describe("paying on the hosted page", () => {
  it("sends both events of a first payment, signed, and returns the buyer with the provider's parameters", async () => {
    const checkout = await openCheckout({ success_url: "https://shop.test/done?tab=1", request_id: "r1" });
    const response = await submit(checkout.checkout_url, { action: "pay", email: "a@example.com" });
    expect(eventTypes()).toEqual(["checkout.completed", "subscription.paid", "subscription.active"]);
    for (const { url, headers, body } of sandbox.webhooks) {
      expect(url).toBe("https://service.test/api/payments/provider/webhook");
      expect(headers["creem-signature"]).toBe(signWebhook(body, TEST_KEYS.providerWebhookSecret));
    }
    const [completed, paid] = sandbox.webhooks.map(({ body }) => JSON.parse(body).object);
    expect(paid.last_transaction.order).toBe(completed.order.id);
    expect(paid.last_transaction_id).toBe(completed.order.transaction);

    expect(response.status).toBe(302);
    const target = new URL(response.headers.get("location") ?? "");
    const { tab, signature, ...appended } = Object.fromEntries(target.searchParams);
    expect([target.origin + target.pathname, tab]).toEqual(["https://shop.test/done", "1"]);
    expect(appended).toEqual({
      request_id: "r1",
      checkout_id: checkout.id,
      order_id: completed.order.id,
      customer_id: completed.customer.id,
      subscription_id: paid.id,
      product_id: "starter_monthly",
    });
    const names = ["checkout_id", "customer_id", "order_id", "product_id", "request_id", "subscription_id"];
    const signedText = names.map((name) => `${name}=${appended[name]}`).join("&");
    expect(signature).toBe(createHmac("sha256", TEST_KEYS.providerApiKey).update(signedText).digest("hex"));
  });

  it("of a one-time product sends only checkout.completed and appends no subscription", async () => {
    const checkout = await openCheckout({ product_id: "pack_200", success_url: "https://shop.test/done" });
    const response = await submit(checkout.checkout_url, { action: "pay", email: "a@example.com" });
    expect(eventTypes()).toEqual(["checkout.completed"]);
    expect(new URL(response.headers.get("location") ?? "").searchParams.has("subscription_id")).toBe(false);
  });

  it("twice at the same time charges once", async () => {
    const checkout = await openCheckout();
    await Promise.all([1, 2].map(() => submit(checkout.checkout_url, { action: "pay", email: "a@example.com" })));
    expect([sandbox.payment.orders.size, sandbox.webhooks.length]).toEqual([1, 3]);
  });

  it("with “notify twice” sends each event twice, with the same bytes", async () => {
    const checkout = await openCheckout();
    await submit(checkout.checkout_url, { action: "pay_twice", email: "a@example.com" });
    expect(sandbox.webhooks).toHaveLength(6);
    expect(new Set(sandbox.webhooks.map(({ body }) => body)).size).toBe(3);
  });

  it("with “Decline” charges nothing and shows an error", async () => {
    const checkout = await openCheckout();
    const response = await submit(checkout.checkout_url, { action: "decline" });
    const page = await send(`${new URL(response.headers.get("location") ?? "").pathname}?declined=1`);
    expect(await page.text()).toContain("The card was declined");
    expect([sandbox.payment.orders.size, sandbox.webhooks.length]).toEqual([0, 0]);
  });

  it("shows a page that escapes the merchant's texts", async () => {
    const products = new Map([["pack", { name: "<script>x</script>", priceCents: 501, kind: "one_time" } as const]]);
    sandbox = createTestSandbox({ products });
    const { checkout_url } = await openCheckout({ product_id: "pack", customer: { email: '"&"@example.com' } });
    const page = await (await send(new URL(checkout_url).pathname)).text();
    expect(page).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page).toContain('value="&quot;&amp;&quot;@example.com"');
    expect(page).toContain("$5.01");
  });
});

describe("reading from the API", () => {
  it("returns the expanded checkout, the subscription and the transactions after the payment", async () => {
    const checkout = await openCheckout();
    expect(await (await api(`/checkouts?checkout_id=${checkout.id}`)).json()).toMatchObject({
      status: "pending",
      product: "starter_monthly",
    });
    const paid = await simulate(`pay/${checkout.id}?email=b@example.com`);
    expect(await (await api(`/checkouts?checkout_id=${checkout.id}`)).json()).toMatchObject({
      status: "completed",
      order: { id: paid.orderId },
      subscription: { id: paid.subscriptionId },
      customer: { email: "b@example.com" },
    });
    expect(await (await api(`/subscriptions?subscription_id=${paid.subscriptionId}`)).json()).toMatchObject({
      id: paid.subscriptionId,
      status: "active",
      last_transaction_id: paid.transactionId,
    });
    expect(await (await api(`/transactions/search?customer_id=${paid.customerId}`)).json()).toMatchObject({
      items: [{ id: paid.transactionId, order: paid.orderId, amount: 2_900 }],
      pagination: { total_records: 1, next_page: null },
    });
    expect(await (await api("/customers/billing", { customer_id: paid.customerId })).json()).toEqual({
      customer_portal_link: `${TEST_ORIGINS.payment}/portal/${paid.customerId}`,
    });
  });

  it.each(["/checkouts?checkout_id=x", "/subscriptions?subscription_id=x", "/nothing"])(
    "responds with 404 for %s",
    async (path) => {
      expect((await api(path)).status).toBe(404);
    },
  );
});
