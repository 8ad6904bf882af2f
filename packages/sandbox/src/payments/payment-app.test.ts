import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createTestSandbox, TEST_KEYS, TEST_ORIGINS, type TestSandbox } from "../testing/test-sandbox";
import { signWebhook } from "./signatures";
import { deliveriesSettled, WEBHOOK_RETRY_DELAYS_MS } from "./webhook-sender";

const METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };

let clock: Date;
let sandbox: TestSandbox;

beforeEach(() => {
  clock = new Date("2026-01-31T10:00:00Z");
  sandbox = createTestSandbox({ now: () => clock });
});

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await sandbox.handle(new Request(`${TEST_ORIGINS.payment}${path}`, { redirect: "manual", ...init }));
  if (!response) throw new Error("The request was not handled");
  return response;
}

function api(path: string, body?: unknown, apiKey = TEST_KEYS.providerApiKey): Promise<Response> {
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  return send(`/v1${path}`, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
}

async function openCheckout(fields: Record<string, unknown> = {}): Promise<{ id: string; checkout_url: string }> {
  const response = await api("/checkouts", { product_id: "starter_monthly", metadata: METADATA, ...fields });
  expect(response.status).toBe(200);
  return response.json();
}

function submit(checkoutUrl: string, form: Record<string, string>): Promise<Response> {
  return send(new URL(checkoutUrl).pathname, { method: "POST", body: new URLSearchParams(form) });
}

async function simulate(path: string) {
  const response = await send(`/simulate/${path}`, { method: "POST" });
  return { status: response.status, ...(await response.json()) };
}

function eventTypes(): string[] {
  return sandbox.webhooks.map(({ body }) => JSON.parse(body).eventType);
}

describe("POST /v1/checkouts", () => {
  it("opens a pending checkout with an address for the buyer", async () => {
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
      metadata: METADATA,
    });
  });

  it.each([
    ["a wrong key with 403", "wrong", 403, "Forbidden", "Invalid API key"],
    ["a missing key with 401", "", 401, "Unauthorized", "Missing API key"],
  ])("answers %s in the provider's error shape", async (_name, apiKey, status, error, message) => {
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
      "a field the provider does not know",
      { product_id: "starter_monthly", cancel_url: "https://shop.test" },
      400,
      "property cancel_url should not exist",
    ],
    [
      "a return address that is no http address",
      { product_id: "starter_monthly", success_url: "javascript:alert(1)" },
      400,
      "success_url must be a URL address",
    ],
    ["an unknown product", { product_id: "__proto__" }, 404, "Product not found"],
    ["no object", "text", 400, expect.any(String)],
  ])("refuses %s", async (_name, body, status, message) => {
    const response = await api("/checkouts", body);
    expect([response.status, (await response.json()).message]).toEqual([status, [message]]);
    expect(sandbox.payment.checkouts.size).toBe(0);
  });

  it("fails as it is told to", async () => {
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

  it("of a one-time product sends checkout.completed alone and appends no subscription", async () => {
    const checkout = await openCheckout({ product_id: "pack_200", success_url: "https://shop.test/done" });
    const response = await submit(checkout.checkout_url, { action: "pay", email: "a@example.com" });
    expect(eventTypes()).toEqual(["checkout.completed"]);
    expect(new URL(response.headers.get("location") ?? "").searchParams.has("subscription_id")).toBe(false);
  });

  it("twice, from two tabs, charges once", async () => {
    const checkout = await openCheckout();
    await Promise.all([1, 2].map(() => submit(checkout.checkout_url, { action: "pay", email: "a@example.com" })));
    expect([sandbox.payment.orders.size, sandbox.webhooks.length]).toEqual([1, 3]);
  });

  it("with “notify twice” sends each event twice, byte for byte the same", async () => {
    const checkout = await openCheckout();
    await submit(checkout.checkout_url, { action: "pay_twice", email: "a@example.com" });
    expect(sandbox.webhooks).toHaveLength(6);
    expect(new Set(sandbox.webhooks.map(({ body }) => body)).size).toBe(3);
  });

  it("with “Decline” charges nothing and says so", async () => {
    const checkout = await openCheckout();
    const response = await submit(checkout.checkout_url, { action: "decline" });
    const page = await send(`${new URL(response.headers.get("location") ?? "").pathname}?declined=1`);
    expect(await page.text()).toContain("The card was declined");
    expect([sandbox.payment.orders.size, sandbox.webhooks.length]).toEqual([0, 0]);
  });

  it("shows a page that escapes what the merchant sent", async () => {
    const products = new Map([["pack", { name: "<script>x</script>", priceCents: 501, kind: "one_time" } as const]]);
    sandbox = createTestSandbox({ products });
    const { checkout_url } = await openCheckout({ product_id: "pack", customer: { email: '"&"@example.com' } });
    const page = await (await send(new URL(checkout_url).pathname)).text();
    expect(page).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(page).toContain('value="&quot;&amp;&quot;@example.com"');
    expect(page).toContain("$5.01");
  });
});

describe("asking the provider", () => {
  it("gives the expanded checkout, the subscription and the transactions once paid", async () => {
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
    "answers 404 for %s",
    async (path) => {
      expect((await api(path)).status).toBe(404);
    },
  );
});

describe("a subscription", () => {
  async function subscribe() {
    const checkout = await openCheckout();
    const paid = await simulate(`pay/${checkout.id}`);
    sandbox.webhooks.length = 0;
    return paid;
  }

  it("renews for the next period with an order of its own", async () => {
    const first = await subscribe();
    clock = new Date("2026-03-01T12:00:00Z");
    const renewal = await simulate(`renew/${first.subscriptionId}`);
    expect(renewal.orderId).not.toBe(first.orderId);
    expect(renewal.periodEnd).toBe("2026-03-28T10:00:00.000Z");
    expect(eventTypes()).toEqual(["subscription.paid"]);
    expect(JSON.parse(sandbox.webhooks[0]?.body ?? "")).toMatchObject({
      created_at: clock.getTime(),
      object: {
        id: first.subscriptionId,
        last_transaction: { order: renewal.orderId, period_start: Date.parse("2026-02-28T10:00:00Z") },
      },
    });
  });

  it("is canceled over the API, at once or at the period's end, and told of by a webhook", async () => {
    const { subscriptionId } = await subscribe();
    expect(await (await api(`/subscriptions/${subscriptionId}/cancel`, { mode: "scheduled" })).json()).toMatchObject({
      status: "scheduled_cancel",
    });
    expect(await (await api(`/subscriptions/${subscriptionId}/cancel`, { mode: "immediate" })).json()).toMatchObject({
      status: "canceled",
    });
    expect(eventTypes()).toEqual(["subscription.scheduled_cancel", "subscription.canceled"]);
    expect((await simulate(`renew/${subscriptionId}`)).status).toBe(404);
  });

  it("shows on the dashboard, whose buttons renew, cancel and resend", async () => {
    const { subscriptionId } = await subscribe();
    const dashboard = await (await send("/dashboard")).text();
    expect(dashboard).toContain(subscriptionId);
    expect((await send(`/subscriptions/${subscriptionId}/renew`, { method: "POST" })).status).toBe(303);
    const [delivery] = [...sandbox.payment.deliveries.values()].slice(-1);
    await send(`/deliveries/${delivery?.id}/resend`, { method: "POST" });
    await send(`/subscriptions/${subscriptionId}/cancel`, { method: "POST" });
    expect(eventTypes()).toEqual(["subscription.paid", "subscription.paid", "subscription.canceled"]);
    expect(sandbox.webhooks[0]?.body).toBe(sandbox.webhooks[1]?.body);
  });

  it("can have its order refunded once", async () => {
    const { orderId } = await subscribe();
    expect((await simulate(`refund/${orderId}`)).status).toBe(200);
    expect((await simulate(`refund/${orderId}`)).status).toBe(404);
    expect(eventTypes()).toEqual(["refund.created"]);
  });

  it("can have its order refunded in parts, but for no more than was paid", async () => {
    const { orderId } = await subscribe();
    expect(await simulate(`refund/${orderId}?amount=900`)).toMatchObject({ transactionStatus: "partialRefund" });
    for (const amount of ["2001", "0", "-1", "x"])
      expect((await simulate(`refund/${orderId}?amount=${amount}`)).status).toBe(404);
    expect(await simulate(`refund/${orderId}`)).toMatchObject({ transactionStatus: "refunded" });
    expect(sandbox.webhooks.map(({ body }) => JSON.parse(body).object.refund_amount)).toEqual([900, 2_000]);
  });

  it("can have its order disputed once, and not refunded after that", async () => {
    const { orderId } = await subscribe();
    expect(await simulate(`dispute/${orderId}`)).toMatchObject({ transactionStatus: "chargedBack" });
    expect((await simulate(`dispute/${orderId}`)).status).toBe(404);
    expect((await simulate(`refund/${orderId}`)).status).toBe(404);
    expect(eventTypes()).toEqual(["dispute.created"]);
  });

  it("has buttons to refund a part, to dispute and to set its status", async () => {
    const { orderId, subscriptionId } = await subscribe();
    const press = (path: string, form: Record<string, string>) =>
      send(path, { method: "POST", body: new URLSearchParams(form) });
    expect((await press(`/orders/${orderId}/refund`, { amount: "9.50" })).status).toBe(303);
    expect((await press(`/orders/${orderId}/refund`, { amount: "99" })).status).toBe(400);
    expect(await (await send("/dashboard")).text()).toContain("partly refunded ($9.50)");
    expect((await press(`/orders/${orderId}/dispute`, {})).status).toBe(303);
    expect((await press(`/subscriptions/${subscriptionId}/status`, { to: "past_due" })).status).toBe(303);
    expect((await press(`/subscriptions/${subscriptionId}/status`, { to: "rich" })).status).toBe(400);
    expect(eventTypes()).toEqual(["refund.created", "dispute.created", "subscription.past_due"]);
    const dashboard = await (await send("/dashboard")).text();
    expect(dashboard).toContain("disputed");
    expect(dashboard).not.toContain(`/orders/${orderId}/refund`);
  });

  it("is put into a status over the control API, in which it may still be paid", async () => {
    const { subscriptionId } = await subscribe();
    expect(await simulate(`status/${subscriptionId}?to=unpaid`)).toMatchObject({ subscriptionStatus: "unpaid" });
    expect(await simulate(`status/${subscriptionId}?to=expired`)).toMatchObject({ subscriptionStatus: "unpaid" });
    expect(await simulate(`renew/${subscriptionId}`)).toMatchObject({ subscriptionStatus: "active" });
    expect((await simulate(`status/${subscriptionId}?to=canceled`)).status).toBe(400);
    expect((await simulate("status/sub_x?to=unpaid")).status).toBe(404);
    expect(eventTypes()).toEqual(["subscription.unpaid", "subscription.expired", "subscription.paid"]);
  });

  it("pays the difference for what is left of the period when it is upgraded at once", async () => {
    const { subscriptionId } = await subscribe();
    clock = new Date("2026-02-14T10:00:00Z"); // the middle of a period of 28 days
    const upgrade = { product_id: "pro_monthly", update_behavior: "proration-charge-immediately" };
    expect(await (await api(`/subscriptions/${subscriptionId}/upgrade`, upgrade)).json()).toMatchObject({
      product: { id: "pro_monthly" },
      last_transaction: { amount: 9_900 - 1_450 },
      current_period_start_date: clock.toISOString(),
    });
    expect(eventTypes()).toEqual(["subscription.update", "subscription.paid"]);
  });
});

describe("a free trial", () => {
  async function startTrial() {
    const checkout = await openCheckout();
    return { checkout, ...(await simulate(`pay/${checkout.id}?trial=7`)) };
  }

  it("charges nothing: the checkout's amount is 0, and the subscription is trialing for so long", async () => {
    const { subscriptionId, checkout } = await startTrial();
    expect(eventTypes()).toEqual(["checkout.completed", "subscription.trialing"]);
    const [completed, trialing] = sandbox.webhooks.map(({ body }) => JSON.parse(body).object);
    expect(completed).toMatchObject({
      id: checkout.id,
      order: { amount: 0, amount_paid: 0, status: "paid" },
      subscription: { id: subscriptionId, status: "trialing" },
    });
    expect(completed.order).not.toHaveProperty("transaction");
    expect(trialing).toMatchObject({ status: "trialing", current_period_end_date: "2026-02-07T10:00:00.000Z" });
    expect(trialing).not.toHaveProperty("last_transaction_id");
    expect(await (await api("/transactions/search")).json()).toMatchObject({ items: [] });
  });

  it("is followed by a first payment of the full price", async () => {
    const { subscriptionId, orderId } = await startTrial();
    expect((await simulate(`refund/${orderId}`)).status).toBe(404);
    sandbox.webhooks.length = 0;
    await simulate(`renew/${subscriptionId}`);
    expect(eventTypes()).toEqual(["subscription.paid", "subscription.active"]);
    expect(JSON.parse(sandbox.webhooks[0]?.body ?? "").object).toMatchObject({
      status: "active",
      last_transaction: { amount: 2_900 },
      current_period_end_date: "2026-03-07T10:00:00.000Z",
    });
  });

  it("starts with a button of the hosted page, which packs do not have", async () => {
    const plan = await openCheckout();
    expect(await (await send(new URL(plan.checkout_url).pathname)).text()).toContain("Start a free trial of 7 days");
    await submit(plan.checkout_url, { action: "trial", email: "a@example.com" });
    expect(await (await send("/dashboard")).text()).toContain("Charge first payment");
    const pack = await openCheckout({ product_id: "pack_200" });
    expect(await (await send(new URL(pack.checkout_url).pathname)).text()).not.toContain("free trial");
  });
});

describe("how events are sent", () => {
  async function settings(change: Record<string, string>) {
    const response = await send("/simulate/events", { method: "POST", body: JSON.stringify(change) });
    return { status: response.status, ...(await response.json()) };
  }

  async function subscribe(): Promise<void> {
    const checkout = await openCheckout();
    await simulate(`pay/${checkout.id}`);
  }

  it("can be told to announce the paid subscription before the checkout", async () => {
    expect(await settings({ order: "paid_first" })).toMatchObject({
      status: 200,
      order: "paid_first",
      shape: "current",
    });
    await subscribe();
    expect(eventTypes()).toEqual(["subscription.paid", "checkout.completed", "subscription.active"]);
  });

  it("can be told to send all events at the same moment", async () => {
    await settings({ order: "together" });
    let release = () => {};
    const allArrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    sandbox.deliver = async () => {
      if (sandbox.webhooks.length === 3) release();
      await allArrived;
      return new Response("{}");
    };
    await subscribe();
    expect(eventTypes()).toHaveLength(3);
  });

  it("can be told to use the older published shape", async () => {
    await settings({ shape: "published" });
    await subscribe();
    const [completed, paid] = sandbox.webhooks.map(({ body }) => JSON.parse(body).object);
    expect(completed.order).not.toHaveProperty("transaction");
    expect(paid).toMatchObject({ last_transaction_id: expect.stringMatching(/^tran_/) });
    expect(paid).not.toHaveProperty("last_transaction");
    const { items } = await (await api("/subscriptions/search")).json();
    expect(items).toMatchObject([{ last_transaction: { id: paid.last_transaction_id } }]);
  });

  it("is set by the dashboard's form, and refuses what is no setting", async () => {
    const body = new URLSearchParams({ shape: "published", order: "paid_first" });
    expect((await send("/events", { method: "POST", body })).status).toBe(303);
    expect(await (await send("/simulate/events")).json()).toEqual({ shape: "published", order: "paid_first" });
    expect(await (await send("/dashboard")).text()).toContain('<option value="published" selected>');
    expect((await settings({ shape: "newest" })).status).toBe(400);
    expect((await send("/events", { method: "POST", body: new URLSearchParams({ order: "x" }) })).status).toBe(400);
  });
});

describe("deliveries", () => {
  async function payPack() {
    const checkout = await openCheckout({ product_id: "pack_200" });
    return simulate(`pay/${checkout.id}`);
  }

  it("are retried with the same body until the service takes them", async () => {
    const answers = [500, 400, 200];
    sandbox.deliver = async () => new Response(null, { status: answers.shift() ?? 500 });
    await payPack();
    await deliveriesSettled(sandbox.payment);
    expect([...sandbox.payment.deliveries.values()]).toMatchObject([
      { state: "delivered", attempts: [{ status: 500 }, { status: 400 }, { status: 200 }] },
    ]);
    expect(new Set(sandbox.webhooks.map(({ body }) => body)).size).toBe(1);
  });

  it("are given up after a bounded number of attempts, and can be sent again by hand", async () => {
    sandbox.deliver = () => Promise.reject(new Error("connect ECONNREFUSED"));
    await payPack();
    await deliveriesSettled(sandbox.payment);
    const [delivery] = sandbox.payment.deliveries.values();
    expect(delivery).toMatchObject({ state: "failed" });
    expect(delivery?.attempts.map(({ error }) => error)).toEqual(Array(5).fill("connect ECONNREFUSED"));
    sandbox.deliver = async () => new Response(null, { status: 200 });
    expect(await simulate(`resend/${delivery?.id}`)).toMatchObject({ state: "delivered" });
  });

  it("are retried after 30 seconds, 1 minute, 5 minutes and 1 hour", () => {
    expect(WEBHOOK_RETRY_DELAYS_MS).toEqual([30_000, 60_000, 300_000, 3_600_000]);
  });

  it("do not happen at all when a test wants them lost", async () => {
    const checkout = await openCheckout({ product_id: "pack_200" });
    await simulate(`pay/${checkout.id}?notify=0`);
    expect(sandbox.webhooks).toEqual([]);
    expect(await (await api(`/checkouts?checkout_id=${checkout.id}`)).json()).toMatchObject({ status: "completed" });
  });

  it("stop being retried when the sandbox stops", async () => {
    sandbox = createTestSandbox({ retryDelaysMs: [60_000], deliver: async () => new Response(null, { status: 500 }) });
    await payPack();
    await sandbox.stop();
    await deliveriesSettled(sandbox.payment);
    expect(sandbox.webhooks).toHaveLength(1);
  });
});
