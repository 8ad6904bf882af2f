import { Creem } from "creem";
import { CreemError } from "creem/models/errors";
import { constructWebhookEventEntity } from "creem/webhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ServedSandbox, serveTestSandbox } from "../testing/served-sandbox";
import { SIGNATURE_HEADER } from "./signatures";

const METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };

let served: ServedSandbox;
let creem: Creem;
const env = (name: string) => served.env(name);

beforeAll(async () => {
  served = await serveTestSandbox();
  creem = new Creem({ serverURL: env("PROVIDER_API_BASE"), apiKey: env("PROVIDER_API_KEY") });
});
afterAll(() => served.stop());
beforeEach(() => {
  served.webhooks.length = 0;
});

async function simulate(path: string) {
  const response = await fetch(`${env("PROVIDER_API_BASE")}/simulate/${path}`, { method: "POST" });
  expect(response.status, path).toBe(200);
  return response.json();
}

async function buy(productId: string, query = "") {
  const checkout = await creem.checkouts.create({
    productId,
    metadata: METADATA,
    successUrl: "https://shop.test/done",
  });
  return { checkoutId: checkout.id, ...(await simulate(`pay/${checkout.id}${query}`)) };
}

/** All received webhooks, verified and parsed by the SDK. */
function sdkEvents() {
  return Promise.all(
    served.webhooks.map(({ body, signature }) =>
      constructWebhookEventEntity(body, { [SIGNATURE_HEADER]: signature }, env("PROVIDER_WEBHOOK_SECRET")),
    ),
  );
}

async function sdkEventTypes(): Promise<string[]> {
  return (await sdkEvents()).map(({ eventType }) => eventType);
}

describe("the creem SDK", () => {
  it("opens a checkout, and retrieves it pending and completed", async () => {
    const created = await creem.checkouts.create({
      productId: "starter_monthly",
      requestId: "r1",
      units: 1,
      customer: { email: "sdk@example.com" },
      successUrl: "https://shop.test/done",
      metadata: METADATA,
    });
    expect(created).toMatchObject({
      status: "pending",
      product: "starter_monthly",
      requestId: "r1",
      metadata: METADATA,
    });
    expect(await creem.checkouts.retrieve(created.id)).toMatchObject({
      status: "pending",
      checkoutUrl: created.checkoutUrl,
    });
    const paid = await simulate(`pay/${created.id}`);
    expect(await creem.checkouts.retrieve(created.id)).toMatchObject({
      status: "completed",
      order: { id: paid.orderId, transaction: paid.transactionId, amount: 2_900 },
      product: { id: "starter_monthly", taxMode: "inclusive", taxCategory: "saas", createdAt: expect.any(Date) },
      customer: { email: "sdk@example.com" },
      subscription: { id: paid.subscriptionId },
    });
  });

  it("gets, searches, updates, upgrades, pauses, resumes and cancels a subscription", async () => {
    const { subscriptionId: id, transactionId } = await buy("starter_monthly");
    expect(await creem.subscriptions.get(id)).toMatchObject({
      status: "active",
      lastTransaction: { id: transactionId, periodStart: expect.any(Number), periodEnd: expect.any(Number) },
      nextTransactionDate: expect.any(Date),
      items: [{ productId: "starter_monthly", units: 1 }],
    });
    const { result } = await creem.subscriptions.search(1, 1);
    expect(result).toMatchObject({ items: [{ id }], pagination: { currentPage: 1 } });

    served.webhooks.length = 0;
    const updated = await creem.subscriptions.update(id, { items: [{ units: 3 }], updateBehavior: "proration-none" });
    expect(updated.items).toMatchObject([{ units: 3 }]);
    const upgraded = await creem.subscriptions.upgrade(id, {
      productId: "pro_monthly",
      updateBehavior: "proration-charge-immediately",
    });
    expect(upgraded).toMatchObject({ product: { id: "pro_monthly" }, status: "active" });
    expect(upgraded.lastTransactionId).not.toBe(transactionId);
    expect(await creem.subscriptions.pause(id)).toMatchObject({ status: "paused" });
    expect(await creem.subscriptions.resume(id)).toMatchObject({ status: "active" });
    expect(await creem.subscriptions.cancel(id, { mode: "scheduled" })).toMatchObject({ status: "scheduled_cancel" });
    const canceled = await creem.subscriptions.cancel(id, { mode: "immediate" });
    expect(canceled).toMatchObject({ status: "canceled", canceledAt: expect.any(Date) });
    expect(await sdkEventTypes()).toEqual([
      "subscription.update",
      "subscription.update",
      "subscription.paid",
      "subscription.paused",
      "subscription.update",
      "subscription.scheduled_cancel",
      "subscription.canceled",
    ]);
  });

  it("changes the product from the next period on without an immediate charge", async () => {
    const { subscriptionId: id, transactionId } = await buy("starter_monthly");
    const change = { productId: "pro_monthly", updateBehavior: "proration-none" } as const;
    expect(await creem.subscriptions.upgrade(id, change)).toMatchObject({ lastTransactionId: transactionId });
    await simulate(`renew/${id}`);
    expect((await creem.subscriptions.get(id)).lastTransaction).toMatchObject({ amount: 9_900 });
  });

  it("retrieves and lists customers, with their subscriptions, orders and portal links", async () => {
    const { customerId, orderId, subscriptionId } = await buy("starter_monthly", "?email=list@example.com");
    expect(await creem.customers.retrieve(customerId)).toMatchObject({ email: "list@example.com" });
    expect(await creem.customers.retrieve(undefined, "list@example.com")).toMatchObject({ id: customerId });
    expect((await creem.customers.list(1, 1)).result).toMatchObject({ items: [{ id: customerId }] });
    expect((await creem.customers.listSubscriptions(customerId)).items).toMatchObject([{ id: subscriptionId }]);
    expect((await creem.customers.getOrders(customerId)).items).toMatchObject([{ id: orderId }]);
    const { customerPortalLink } = await creem.customers.generateBillingLinks({ customerId });
    expect((await fetch(customerPortalLink)).status).toBe(200);
  });

  it("gets, searches and refunds transactions", async () => {
    const { transactionId, orderId } = await buy("pack_200");
    expect(await creem.transactions.getById(transactionId)).toMatchObject({ status: "paid", amount: 500 });
    const { result } = await creem.transactions.search(undefined, orderId);
    expect(result.items).toMatchObject([{ id: transactionId }]);
    expect(await creem.transactions.refund({ transactionId })).toEqual({ status: "succeeded" });
    expect(await creem.transactions.getById(transactionId)).toMatchObject({ status: "refunded", refundedAmount: 500 });
    await expect(creem.transactions.refund({ transactionId })).rejects.toMatchObject({ statusCode: 400 });
  });

  it("creates, gets, searches, updates and archives products", async () => {
    const created = await creem.products.create({
      name: "Team",
      description: "For teams",
      price: 4_900,
      currency: "EUR",
      billingType: "recurring",
      billingPeriod: "every-year",
    });
    expect(created).toMatchObject({ name: "Team", currency: "EUR", billingPeriod: "every-year", status: "active" });
    expect(await creem.products.update(created.id, { price: 5_900 })).toMatchObject({ price: 5_900, name: "Team" });
    expect(await creem.products.get(created.id)).toMatchObject({ price: 5_900, description: "For teams" });
    const { result } = await creem.products.search(1, 100);
    expect(result.items.map(({ id }) => id)).toEqual(expect.arrayContaining(["pack_200", "pro_yearly", created.id]));

    const { transactionId } = await buy(created.id);
    expect(await creem.transactions.getById(transactionId)).toMatchObject({ amount: 5_900, currency: "EUR" });
    expect(await creem.products.archive(created.id)).toMatchObject({ status: "archived" });
    await expect(creem.checkouts.create({ productId: created.id })).rejects.toMatchObject({ statusCode: 400 });
  });

  it("screens prompts", async () => {
    const decide = async (prompt: string) =>
      (await creem.moderation.screenPrompt({ prompt, externalId: "g1" })).decision;
    expect([await decide("a cat"), await decide("[flag] it"), await decide("[deny] it")]).toEqual([
      "allow",
      "flag",
      "deny",
    ]);
  });

  it.each([
    ["a wrong key", "wrong", 403, "Forbidden"],
    ["no key", "", 401, "Unauthorized"],
  ])("is refused with %s", async (_name, apiKey, status, reason) => {
    const unauthorized = new Creem({ serverURL: env("PROVIDER_API_BASE"), ...(apiKey && { apiKey }) });
    const error = await unauthorized.checkouts.create({ productId: "pack_200" }).catch((caught: unknown) => caught);
    if (!(error instanceof CreemError)) throw new Error("The SDK did not see an error", { cause: error });
    expect(error.statusCode).toBe(status);
    expect(JSON.parse(error.body)).toEqual({
      trace_id: expect.any(String),
      status,
      error: reason,
      message: [expect.any(String)],
      timestamp: expect.any(Number),
    });
  });

  it("verifies and parses every event", async () => {
    const { subscriptionId, orderId } = await buy("starter_monthly");
    await simulate(`renew/${subscriptionId}`);
    for (const status of ["past_due", "unpaid", "expired", "paused", "active"])
      await simulate(`status/${subscriptionId}?to=${status}`);
    await creem.subscriptions.cancel(subscriptionId, { mode: "immediate" });
    await simulate(`refund/${orderId}?amount=900`);
    await simulate(`dispute/${orderId}`);
    await simulate(`refund/${(await buy("pack_200")).orderId}`);
    await buy("starter_monthly", "?trial=7");
    expect(await sdkEventTypes()).toEqual([
      "checkout.completed",
      "subscription.paid",
      "subscription.active",
      "subscription.paid",
      "subscription.past_due",
      "subscription.unpaid",
      "subscription.expired",
      "subscription.paused",
      "subscription.active",
      "subscription.canceled",
      "refund.created",
      "dispute.created",
      "checkout.completed",
      "refund.created",
      "checkout.completed",
      "subscription.trialing",
    ]);
  });

  it("refuses an event with a changed body", async () => {
    await buy("pack_200");
    for (const webhook of served.webhooks) webhook.body = webhook.body.replace("paid", "PAID");
    await expect(sdkEvents()).rejects.toThrow("Invalid webhook signature");
  });
});
