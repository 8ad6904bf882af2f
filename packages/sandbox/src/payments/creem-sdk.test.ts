import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Creem } from "creem";
import { CreemError } from "creem/models/errors";
import { constructWebhookEventEntity } from "creem/webhooks";
import { createCreem } from "creem_io";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type RunningSandbox, startSandbox } from "../serve";
import { SIGNATURE_HEADER } from "./signatures";

const METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };

interface ReceivedWebhook {
  headers: Record<string, string>;
  body: string;
}

let dataDir: string;
let service: Server;
let sandbox: RunningSandbox;
let creem: Creem;
let webhooks: ReceivedWebhook[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "creem-sdk-"));
  service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    webhooks.push({ headers: { [SIGNATURE_HEADER]: String(request.headers[SIGNATURE_HEADER]) }, body });
    response.end("{}");
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const address = service.address();
  sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir,
    webhookUrl: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/webhook`,
    appOrigin: "http://localhost:3000",
  });
  creem = new Creem({ serverURL: env("PROVIDER_API_BASE"), apiKey: env("PROVIDER_API_KEY") });
});
afterAll(async () => {
  await sandbox.stop();
  service.close();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => {
  webhooks = [];
});

function env(name: string): string {
  const value = sandbox.env[name];
  if (value === undefined) throw new Error(`${name} is not in the environment`);
  return value;
}

async function simulate(path: string, body?: object) {
  const response = await fetch(`${env("PROVIDER_API_BASE")}/simulate/${path}`, {
    method: "POST",
    ...(body && { body: JSON.stringify(body) }),
  });
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

/** Every webhook that has arrived, verified and parsed by the SDK. */
function sdkEvents() {
  return Promise.all(
    webhooks.map(({ body, headers }) => constructWebhookEventEntity(body, headers, env("PROVIDER_WEBHOOK_SECRET"))),
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

    webhooks = [];
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

  it("changes the product from the next period on where nothing is charged at once", async () => {
    const { subscriptionId: id, transactionId } = await buy("starter_monthly");
    const change = { productId: "pro_monthly", updateBehavior: "proration-none" } as const;
    expect(await creem.subscriptions.upgrade(id, change)).toMatchObject({ lastTransactionId: transactionId });
    await simulate(`renew/${id}`);
    expect((await creem.subscriptions.get(id)).lastTransaction).toMatchObject({ amount: 9_900 });
  });

  it("retrieves and lists customers, with what is theirs and the address of their portal", async () => {
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
    const found = await creem.transactions.search(undefined, orderId);
    expect(found.result.items).toMatchObject([{ id: transactionId }]);
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
    const stranger = new Creem({ serverURL: env("PROVIDER_API_BASE"), ...(apiKey && { apiKey }) });
    const error = await stranger.checkouts.create({ productId: "pack_200" }).catch((caught: unknown) => caught);
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

  it("refuses an event whose body was changed", async () => {
    await buy("pack_200");
    for (const webhook of webhooks) webhook.body = webhook.body.replace("paid", "PAID");
    await expect(sdkEvents()).rejects.toThrow("Invalid webhook signature");
  });
});

describe("the older creem_io SDK, which knows only the provider's own addresses", () => {
  beforeEach(() => {
    const overNetwork = fetch;
    const atSandbox = (url: string) => url.replace("https://test-api.creem.io", env("PROVIDER_API_BASE"));
    vi.stubGlobal("fetch", (target: string | Request, init?: RequestInit) =>
      overNetwork(typeof target === "string" ? atSandbox(target) : target, init),
    );
    vi.spyOn(console, "warn").mockReturnValue(undefined);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function openOld() {
    const options = { apiKey: env("PROVIDER_API_KEY"), webhookSecret: env("PROVIDER_WEBHOOK_SECRET"), testMode: true };
    return createCreem(options);
  }

  it("buys, looks up and cancels", async () => {
    const old = openOld();
    const checkout = await old.checkouts.create({ productId: "starter_monthly", metadata: METADATA });
    const paid = await simulate(`pay/${checkout.id}?email=old@example.com`);
    const subscriptionId: string = paid.subscriptionId;
    expect(await old.checkouts.get({ checkoutId: checkout.id })).toMatchObject({ status: "completed" });
    expect(await old.products.get({ productId: "starter_monthly" })).toMatchObject({ price: 2_900 });
    expect((await old.products.list()).items.length).toBeGreaterThan(4);
    expect(await old.customers.get({ email: "old@example.com" })).toMatchObject({ id: paid.customerId });
    expect(await old.customers.createPortal({ customerId: paid.customerId })).toHaveProperty("customerPortalLink");
    expect(await old.transactions.get({ transactionId: paid.transactionId })).toMatchObject({ order: paid.orderId });
    expect((await old.transactions.search({ orderId: paid.orderId })).items).toHaveLength(1);
    expect(await old.subscriptions.get({ subscriptionId })).toMatchObject({ status: "active" });
    expect(await old.subscriptions.pause({ subscriptionId })).toMatchObject({ status: "paused" });
    expect(await old.subscriptions.resume({ subscriptionId })).toMatchObject({ status: "active" });
    const canceled = await old.subscriptions.cancel({ subscriptionId, mode: "scheduled" });
    expect(canceled).toMatchObject({ status: "scheduled_cancel" });
  });

  it("verifies and handles events of both shapes", async () => {
    for (const shape of ["published", "current"]) {
      await simulate("events", { shape });
      const { orderId } = await buy("starter_monthly");
      await simulate(`refund/${orderId}`);
    }
    const handled: string[] = [];
    const note = (event: { webhookEventType: string }) => void handled.push(event.webhookEventType);
    const handlers = { onCheckoutCompleted: note, onSubscriptionPaid: note, onRefundCreated: note };
    for (const { body, headers } of webhooks) {
      await openOld().webhooks.handleEvents(body, headers[SIGNATURE_HEADER] ?? "", handlers);
    }
    const each = ["checkout.completed", "subscription.paid", "refund.created"];
    expect(handled).toEqual([...each, ...each]);
  });
});
