import { createCreem } from "creem_io";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ServedSandbox, serveTestSandbox } from "../testing/served-sandbox";

const METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };

let served: ServedSandbox;
const env = (name: string) => served.env(name);

beforeAll(async () => {
  served = await serveTestSandbox();
});
afterAll(() => served.stop());

async function simulate(path: string, body?: object) {
  const response = await fetch(`${env("PROVIDER_API_BASE")}/simulate/${path}`, {
    method: "POST",
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status, path).toBe(200);
  return response.json();
}

describe("the older creem_io SDK, which knows only the provider's own URLs", () => {
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

  it("buys, reads and cancels", async () => {
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
    served.webhooks.length = 0;
    for (const shape of ["published", "current"]) {
      await simulate("events", { shape });
      const { id } = await openOld().checkouts.create({ productId: "starter_monthly", metadata: METADATA });
      const { orderId } = await simulate(`pay/${id}`);
      await simulate(`refund/${orderId}`);
    }
    const handled: string[] = [];
    const note = (event: { webhookEventType: string }) => void handled.push(event.webhookEventType);
    const handlers = { onCheckoutCompleted: note, onSubscriptionPaid: note, onRefundCreated: note };
    for (const { body, signature } of served.webhooks) {
      await openOld().webhooks.handleEvents(body, signature, handlers);
    }
    const each = ["checkout.completed", "subscription.paid", "refund.created"];
    expect(handled).toEqual([...each, ...each]);
  });
});
