import { randomUUID } from "node:crypto";
import { findPlan } from "@app/core/billing/catalogue";
import { describe, expect, it } from "vitest";
import { paidCheckout } from "../../test/fake-payment-provider";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { getBilling } from "../billing/get-billing";
import { expireSubscriptions } from "../billing/subscriptions";
import { changeSubscription } from "./subscriptions";

const ctx = useTestContext();

/** A customer whose yearly plan an administrator has canceled. */
async function canceledCustomer(): Promise<string> {
  const userId = await createUser(ctx);
  await cancelYearly(userId);
  return userId;
}

/** Sells a yearly plan, which an administrator cancels. */
async function cancelYearly(userId: string): Promise<void> {
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` }));
  const admin = await actAs(ctx, await createUser(ctx));
  await changeSubscription(admin, { userId, action: "cancel", planKey: "free" });
}

it("a plan that an administrator has canceled is shown to its customer neither as running nor as ended later, but its instalments are", async () => {
  const customer = await actAs(ctx, await canceledCustomer());
  expect(await getDashboard(customer)).toMatchObject({ planKey: "free", subscription: null });
  const { planKey, subscriptions, instalmentPlans } = await getBilling(customer);
  expect({ planKey, subscriptions }).toEqual({ planKey: "free", subscriptions: [] });
  expect(instalmentPlans).toMatchObject([{ planKey: "starter_yearly" }]);
});

it("a plan is not shown to its customer either where an administrator has canceled it while payments are simulated, and does not come back", async () => {
  const userId = await createUser(ctx);
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` }));
  const admin = await actAs(ctx, await createUser(ctx));
  const simulated = { ...admin, config: { ...admin.config, providerSimulate: true } };
  await changeSubscription(simulated, { userId, action: "cancel", planKey: "free" });
  const customer = await actAs(ctx, userId);
  expect(await getDashboard(customer)).toMatchObject({ planKey: "free", subscription: null });
  expect((await getBilling(customer)).subscriptions).toEqual([]);
});

it("nor is an older one shown in its place, which had ended before", async () => {
  const userId = await createUser(ctx);
  const oldId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
  const currentPeriodEnd = new Date(ctx.now().getTime() - 60_000);
  await ctx.db.subscription.update({ where: { id: oldId }, data: { status: "canceled", currentPeriodEnd } });
  await cancelYearly(userId);
  expect(await getDashboard(await actAs(ctx, userId))).toMatchObject({ planKey: "free", subscription: null });
});

it("it is shown again once it was paid for again, as where the provider has charged before it canceled", async () => {
  const userId = await canceledCustomer();
  const { id } = await ctx.db.subscription.findFirstOrThrow({ where: { userId } });
  const renewal = purchaseEvent({ userId, key: "starter_yearly", subscriptionId: id, eventType: "subscription.paid" });
  await deliver(ctx, { ...renewal, created_at: ctx.now().getTime() + 1_000 });
  await ctx.db.subscription.update({ where: { id }, data: { status: "canceled", providerCancel: "done" } });
  const customer = await actAs(ctx, userId);
  expect(await getDashboard(customer)).toMatchObject({
    planKey: "starter_yearly",
    subscription: { status: "canceled" },
  });
  expect((await getBilling(customer)).subscriptions).toMatchObject([{ id, status: "canceled" }]);
});

it("administrators are asked to look at a payment that the provider takes after they have canceled, and at none from before", async () => {
  const userId = await canceledCustomer();
  const { id } = await ctx.db.subscription.findFirstOrThrow({ where: { userId } });
  const charge = (seconds: number) => ({
    ...purchaseEvent({ userId, key: "starter_yearly", subscriptionId: id, eventType: "subscription.paid" }),
    created_at: ctx.now().getTime() + seconds * 1_000,
  });
  const price = findPlan("starter_yearly")?.priceCents;
  const attentionAfter = async (seconds: number) => {
    const { object, ...event } = charge(seconds);
    await deliver(ctx, { ...event, object: { ...object, order: { ...object.order, amount: price } } });
    return (await ctx.db.payment.findUniqueOrThrow({ where: { id: object.order.id } })).attention;
  };
  expect(await attentionAfter(-1)).toBeNull();
  expect(await attentionAfter(1)).toBe("Charged after an administrator had canceled the plan");
});

it("administrators are asked to look at each payment that the provider takes while it has not canceled", async () => {
  const userId = await createUser(ctx);
  const sale = publishedSale({ userId, key: "starter_monthly", paidAt: ctx.now() });
  await deliver(ctx, publishedCheckout(sale));
  const admin = await actAs(ctx, await createUser(ctx));
  await changeSubscription(admin, { userId, action: "cancel", planKey: "free" });
  for (const cycle of [0, 1, 2]) await deliver(ctx, publishedPaid(sale, { cycle }));
  const payments = await ctx.db.payment.findMany({ where: { userId }, orderBy: { periodStart: "asc" } });
  const asked = "Charged after an administrator had canceled the plan";
  expect(payments.map(({ attention }) => attention)).toEqual([null, asked, asked]);
});

it("a plan that an administrator has canceled does not come back once a later one has ended", async () => {
  const userId = await canceledCustomer();
  const id = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: id }));
  const currentPeriodEnd = new Date(ctx.now().getTime() - 1);
  await ctx.db.subscription.update({ where: { id }, data: { status: "canceled", currentPeriodEnd } });
  await expireSubscriptions(ctx);
  expect((await actAs(ctx, userId)).actor.planKey).toBe("free");
});

describe("while the provider has not ended the yearly plan that the customer has replaced", () => {
  async function replacePlan() {
    const userId = await createUser(ctx);
    const [oldId, newId, checkoutId] = [`sub_${randomUUID()}`, `sub_${randomUUID()}`, `ch_${randomUUID()}`];
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: oldId }));
    const key = "pro_monthly";
    await ctx.db.checkout.create({
      data: { id: `${checkoutId}_1`, userId, key: "starter_yearly", status: "completed" },
    });
    await ctx.db.checkout.create({ data: { id: checkoutId, userId, key, replacesSubscriptionId: oldId } });
    const bought = { userId, key, orderId: `ord_${randomUUID()}`, subscriptionId: newId, paidAt: ctx.now() } as const;
    const object = { ...paidCheckout(bought), id: checkoutId };
    await deliver(ctx, { id: `evt_${randomUUID()}`, eventType: "checkout.completed", object });
    const read = async () => {
      const rows = await ctx.db.subscription.findMany({
        where: { userId },
        select: { id: true, planKey: true, status: true },
      });
      return new Map(rows.map(({ id, ...row }) => [id === newId ? "new" : "old", row]));
    };
    return { userId, admin: await actAs(ctx, await createUser(ctx)), read };
  }

  it("an administrator cancels the plan that was bought in its place, which would be charged again", async () => {
    const { userId, admin, read } = await replacePlan();
    await changeSubscription(admin, { userId, action: "cancel", planKey: "free", seenPlanKey: "pro_monthly" });
    const subscriptions = await read();
    expect(subscriptions.get("new")).toMatchObject({ status: "canceled" });
    expect(subscriptions.get("old")).toMatchObject({ status: "active" });
  });

  it("an administrator gives the plan that was bought another one", async () => {
    const { userId, admin, read } = await replacePlan();
    await changeSubscription(admin, { userId, action: "upgrade", planKey: "pro_yearly", seenPlanKey: "pro_monthly" });
    const subscriptions = await read();
    expect(subscriptions.get("new")).toMatchObject({ planKey: "pro_yearly" });
    expect(subscriptions.get("old")).toMatchObject({ planKey: "starter_yearly" });
  });
});
