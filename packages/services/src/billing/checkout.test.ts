import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider, paidCheckout, paidSubscription } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { confirmCheckout, createCheckout, openPortal } from "./checkout";

const ctx = useTestContext();

async function paidOnceMore() {
  const userId = await createUser(ctx);
  const checkoutId = `ch_${randomUUID()}`;
  await ctx.db.checkout.create({ data: { id: checkoutId, userId, key: "pack_200" } });
  const payment = createFakePaymentProvider();
  const orderId = `ord_${randomUUID()}`;
  payment.checkouts.set(checkoutId, paidCheckout({ userId, key: "pack_200", orderId, paidAt: ctx.now() }));
  return { userId, checkoutId, payment, played: withClients(ctx, { payment }) };
}

const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

describe("confirmCheckout", () => {
  it("brings the buyer's credits before the webhook does, and asks no more after that", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    const buyer = await actAs(played, userId);
    expect(await confirmCheckout(buyer, { checkoutId })).toEqual({ isPaid: true, granted: true });
    expect(await confirmCheckout(buyer, { checkoutId })).toEqual({ isPaid: true, granted: false });
    expect(payment.asked).toEqual([checkoutId]);
    expect(await creditsOf(userId)).toBe(200);
  });

  it("responds to the buyer alone, and does not ask the provider for other users", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    const stranger = await actAs(played, await createUser(ctx));
    await expect(confirmCheckout(stranger, { checkoutId })).rejects.toMatchObject({ code: "not_found" });
    await expect(confirmCheckout(stranger, { checkoutId: "none" })).rejects.toMatchObject({ code: "not_found" });
    expect(payment.asked).toEqual([]);
    expect(await creditsOf(userId)).toBe(0);
  });

  it("reports a failure of the provider without its message", async () => {
    const { userId, checkoutId, payment, played } = await paidOnceMore();
    payment.unreachable.add(checkoutId);
    const confirming = confirmCheckout(await actAs(played, userId), { checkoutId });
    await expect(confirming).rejects.toMatchObject({ code: "upstream_failed", message: "Failed to confirm checkout" });
  });
});

async function subscriber(customer?: string | { id: string }) {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  const event = purchaseEvent({ userId, key: "starter_monthly", subscriptionId });
  await deliver(ctx, { ...event, object: { ...event.object, ...(customer ? { customer } : {}) } });
  const payment = createFakePaymentProvider();
  return { userId, subscriptionId, payment, user: await actAs(withClients(ctx, { payment }), userId) };
}

describe("openPortal", () => {
  it.each(["cust_1", { id: "cust_1" }])("opens for the customer the events named as %j", async (customer) => {
    const { user, payment } = await subscriber(customer);
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_1" });
    expect(payment.asked).toEqual([]);
  });

  it("asks the provider once for a customer that no event named", async () => {
    const { user, userId, subscriptionId, payment } = await subscriber();
    const bought = { userId, key: "starter_monthly", orderId: "o", subscriptionId, paidAt: ctx.now() } as const;
    payment.subscriptions.set(subscriptionId, { ...paidSubscription(bought), customer: { id: "cust_2" } });
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_2" });
    expect(await openPortal(user)).toEqual({ url: "https://pay.test/portal/cust_2" });
    expect(payment.asked).toEqual([subscriptionId]);
  });

  it("is not found for a user who never subscribed", async () => {
    const user = await actAs(withClients(ctx, { payment: createFakePaymentProvider() }), await createUser(ctx));
    await expect(openPortal(user)).rejects.toMatchObject({ code: "not_found" });
  });

  it("reports a failure of the provider without its message", async () => {
    const { user, payment } = await subscriber("cust_3");
    payment.unreachable.add("cust_3");
    await expect(openPortal(user)).rejects.toMatchObject({
      code: "upstream_failed",
      message: "Failed to open the billing portal",
    });
  });
});

describe("createCheckout", () => {
  it("sells no second plan to a page that has shown none: both would renew", async () => {
    const { userId, payment } = await subscriber();
    const opened: string[] = [];
    const createAt = async () => ({ id: null, url: `https://pay.test/${opened.push("checkout")}` });
    const user = await actAs(withClients(ctx, { payment: { ...payment, createCheckout: createAt } }), userId);
    const plan = { key: "pro_monthly", successUrl: undefined, cancelUrl: undefined, isFirstPlan: true } as const;
    await expect(createCheckout(user, plan)).rejects.toMatchObject({ code: "conflict" });
    expect(opened).toEqual([]);
    // A pack is another purchase, and so is a plan of a program that wants both.
    await createCheckout(user, { ...plan, key: "pack_200" });
    await createCheckout(user, { ...plan, isFirstPlan: undefined });
    expect(opened).toHaveLength(2);
  });
});
