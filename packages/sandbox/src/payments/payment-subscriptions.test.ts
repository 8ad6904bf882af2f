import { beforeEach, describe, expect, it } from "vitest";
import { paymentClient } from "../testing/payment-client";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox";

let clock: Date;
let sandbox: TestSandbox;
const { send, api, openCheckout, submit, simulate, eventTypes } = paymentClient(() => sandbox);

beforeEach(() => {
  clock = new Date("2026-01-31T10:00:00Z");
  sandbox = createTestSandbox({ now: () => clock });
});

describe("a subscription", () => {
  async function subscribe() {
    const checkout = await openCheckout();
    const paid = await simulate(`pay/${checkout.id}`);
    sandbox.webhooks.length = 0;
    return paid;
  }

  it("renews for the next period with a new order", async () => {
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

  it("is canceled over the API, at once or at the period's end, with a webhook", async () => {
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

  it("is shown on the dashboard, with buttons to renew, cancel and resend", async () => {
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

  it("can have its order refunded in parts, up to the paid amount", async () => {
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

  it("gets a status over the control API and can still be paid", async () => {
    const { subscriptionId } = await subscribe();
    expect(await simulate(`status/${subscriptionId}?to=unpaid`)).toMatchObject({ subscriptionStatus: "unpaid" });
    expect(await simulate(`status/${subscriptionId}?to=expired`)).toMatchObject({ subscriptionStatus: "unpaid" });
    expect(await simulate(`renew/${subscriptionId}`)).toMatchObject({ subscriptionStatus: "active" });
    expect((await simulate(`status/${subscriptionId}?to=canceled`)).status).toBe(400);
    expect((await simulate("status/sub_x?to=unpaid")).status).toBe(404);
    expect(eventTypes()).toEqual(["subscription.unpaid", "subscription.expired", "subscription.paid"]);
  });

  it("is charged the difference for the remaining period when it is upgraded at once", async () => {
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

  it("charges nothing: the checkout's amount is 0 and the subscription is trialing", async () => {
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

  it("starts with a button on the hosted page, for plans only", async () => {
    const plan = await openCheckout();
    expect(await (await send(new URL(plan.checkout_url).pathname)).text()).toContain("Start a free trial of 7 days");
    await submit(plan.checkout_url, { action: "trial", email: "a@example.com" });
    expect(await (await send("/dashboard")).text()).toContain("Charge first payment");
    const pack = await openCheckout({ product_id: "pack_200" });
    expect(await (await send(new URL(pack.checkout_url).pathname)).text()).not.toContain("free trial");
  });
});
