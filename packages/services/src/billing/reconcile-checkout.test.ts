import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import { deliver } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { reconcileCheckout } from "./reconcile";

const ctx = useTestContext();

/** A checkout that is open here, and what the provider has of it. */
async function openCheckout() {
  const userId = await createUser(ctx);
  const id = `ch_${randomUUID()}`;
  await ctx.db.checkout.create({ data: { id, userId, key: "starter_yearly" } });
  const payment = createFakePaymentProvider();
  const subscriptionId = `sub_${randomUUID()}`;
  const bought = { userId, key: "starter_yearly", orderId: `ord_${randomUUID()}`, subscriptionId } as const;
  const paid = { ...bought, paidAt: new Date("2026-03-09T08:00:00.000Z") };
  return { id, userId, payment, paid, played: withClients(ctx, { payment }) };
}

const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
const statusOf = async (id: string) => (await ctx.db.checkout.findUniqueOrThrow({ where: { id } })).status;

describe("reconcileCheckout", () => {
  it("grants what was paid for and never announced, as the webhook would have", async () => {
    const { id, userId, payment, paid, played } = await openCheckout();
    payment.checkouts.set(id, paidCheckout(paid));
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: true, granted: true });
    expect(await creditsOf(userId)).toBe(1000);
    expect(await statusOf(id)).toBe("completed");
    expect(await ctx.db.subscription.findUnique({ where: { id: paid.subscriptionId } })).toMatchObject({
      status: "active",
      statusEventAt: paid.paidAt,
    });
    expect(await ctx.db.webhookEvent.findMany({ where: { userId } })).toMatchObject([
      { providerEventId: `reconciled_${id}`, outcome: "granted" },
    ]);
  });

  it("grants nothing that the webhook has brought, and does not even fill the inbox", async () => {
    const { id, userId, payment, paid, played } = await openCheckout();
    const object = paidCheckout(paid);
    payment.checkouts.set(id, object);
    await deliver(ctx, { id: "evt_1", eventType: "checkout.completed", object });
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: true, granted: false });
    expect(await creditsOf(userId)).toBe(1000);
    expect(await ctx.db.webhookEvent.count({ where: { userId } })).toBe(1);
  });

  it("grants once beside the webhook and itself at the same moment", async () => {
    const { id, userId, payment, paid, played } = await openCheckout();
    const object = paidCheckout(paid);
    payment.checkouts.set(id, object);
    const webhook = { id: "evt_2", eventType: "checkout.completed", object };
    const asked = [1, 2, 3].map(() => reconcileCheckout(played, id));
    await Promise.all([deliver(ctx, webhook), ...asked, deliver(ctx, webhook)]);
    expect(await creditsOf(userId)).toBe(1000);
    expect(await ctx.db.payment.count({ where: { userId } })).toBe(1);
  });

  it.each([
    ["is not paid", { object: "checkout", status: "pending" }],
    ["is not known to the provider", null],
  ])("grants nothing while the checkout %s", async (_what, object) => {
    const { id, userId, payment, played } = await openCheckout();
    if (object) payment.checkouts.set(id, object);
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: false, granted: false });
    expect(await creditsOf(userId)).toBe(0);
    expect(await statusOf(id)).toBe("open");
  });

  it.each([
    ["has no order", undefined],
    ["has an order without an id", { object: "order", amount: 29_000 }],
    ["has an order whose id is empty", { object: "order", id: "", amount: 29_000 }],
  ])("invents no payment where the completed checkout %s, and grants what its event brings", async (_what, order) => {
    const { id, userId, payment, paid, played } = await openCheckout();
    const { order: _order, ...unnamed } = paidCheckout(paid);
    payment.checkouts.set(id, order ? { ...unnamed, order } : unnamed);
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: false, granted: false });
    expect(await creditsOf(userId)).toBe(0);
    expect(await statusOf(id)).toBe("open");
    expect(await ctx.db.webhookEvent.count({ where: { userId } })).toBe(0);
    await deliver(ctx, { id: `evt_${id}`, eventType: "checkout.completed", object: paidCheckout(paid) });
    expect(await reconcileCheckout(played, id)).toMatchObject({ granted: false });
    expect(await creditsOf(userId)).toBe(1000);
  });

  it("rejects when the provider cannot be asked, and grants when it can again", async () => {
    const { id, userId, payment, paid, played } = await openCheckout();
    payment.checkouts.set(id, paidCheckout(paid));
    payment.unreachable.add(id);
    await expect(reconcileCheckout(played, id)).rejects.toThrow("The payment provider could not be asked");
    expect(await statusOf(id)).toBe("open");
    payment.unreachable.clear();
    expect(await reconcileCheckout(played, id)).toMatchObject({ granted: true });
    expect(await creditsOf(userId)).toBe(1000);
  });
});
