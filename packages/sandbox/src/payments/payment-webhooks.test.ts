import { beforeEach, describe, expect, it } from "vitest";
import { paymentClient } from "../testing/payment-client";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox";
import { deliveriesSettled, WEBHOOK_RETRY_DELAYS_MS } from "./webhook-sender";

let sandbox: TestSandbox;
const { send, api, openCheckout, simulate, eventTypes } = paymentClient(() => sandbox);

beforeEach(() => {
  sandbox = createTestSandbox();
});

describe("event settings", () => {
  async function settings(change: Record<string, string>) {
    const response = await send("/simulate/events", { method: "POST", body: JSON.stringify(change) });
    return { status: response.status, ...(await response.json()) };
  }

  async function subscribe(): Promise<void> {
    const checkout = await openCheckout();
    await simulate(`pay/${checkout.id}`);
  }

  it("can send the paid subscription before the checkout", async () => {
    expect(await settings({ order: "paid_first" })).toMatchObject({
      status: 200,
      order: "paid_first",
      shape: "current",
    });
    await subscribe();
    expect(eventTypes()).toEqual(["subscription.paid", "checkout.completed", "subscription.active"]);
  });

  it("can send all events at the same time", async () => {
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

  it("can use the older published format", async () => {
    await settings({ shape: "published" });
    await subscribe();
    const [completed, paid] = sandbox.webhooks.map(({ body }) => JSON.parse(body).object);
    expect(completed.order).not.toHaveProperty("transaction");
    expect(paid).toMatchObject({ last_transaction_id: expect.stringMatching(/^tran_/) });
    expect(paid).not.toHaveProperty("last_transaction");
    const { items } = await (await api("/subscriptions/search")).json();
    expect(items).toMatchObject([{ last_transaction: { id: paid.last_transaction_id } }]);
  });

  it("are set by the dashboard's form, which refuses invalid ones", async () => {
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

  it("are retried with the same body until the service accepts them", async () => {
    const statuses = [500, 400, 200];
    sandbox.deliver = async () => new Response(null, { status: statuses.shift() ?? 500 });
    await payPack();
    await deliveriesSettled(sandbox.payment);
    expect([...sandbox.payment.deliveries.values()]).toMatchObject([
      { state: "delivered", attempts: [{ status: 500 }, { status: 400 }, { status: 200 }] },
    ]);
    expect(new Set(sandbox.webhooks.map(({ body }) => body)).size).toBe(1);
  });

  it("fail after a limited number of attempts, and can be resent by hand", async () => {
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

  it("can be suppressed by a test", async () => {
    const checkout = await openCheckout({ product_id: "pack_200" });
    await simulate(`pay/${checkout.id}?notify=0`);
    expect(sandbox.webhooks).toEqual([]);
    expect(await (await api(`/checkouts?checkout_id=${checkout.id}`)).json()).toMatchObject({ status: "completed" });
  });

  it("are not retried after the sandbox stops", async () => {
    sandbox = createTestSandbox({ retryDelaysMs: [60_000], deliver: async () => new Response(null, { status: 500 }) });
    await payPack();
    await sandbox.stop();
    await deliveriesSettled(sandbox.payment);
    expect(sandbox.webhooks).toHaveLength(1);
  });
});
