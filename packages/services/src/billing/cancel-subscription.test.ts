import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { deliver, publishedCheckout, publishedSale, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { cancelSubscription, endSubscription, expireSubscriptions } from "./subscriptions";

const ctx = useTestContext();

async function subscriber() {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
  const payment = createFakePaymentProvider();
  return { userId, subscriptionId, payment, user: await actAs(withClients(ctx, { payment }), userId) };
}

const stateOf = (id: string) =>
  ctx.db.subscription.findUniqueOrThrow({
    where: { id },
    select: { status: true, user: { select: { credits: true } } },
  });

describe("cancelSubscription", () => {
  it("asks the provider, believes its response, and leaves credits and instalments alone", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    expect(await cancelSubscription(user, { subscriptionId })).toEqual({ requested: true });
    expect(payment.ended).toEqual([subscriptionId]);
    expect(await stateOf(subscriptionId)).toEqual({ status: "scheduled_cancel", user: { credits: 1_000 } });
    expect(await ctx.db.subscriptionCreditSchedule.count({ where: { subscriptionId } })).toBe(1);
  });

  it.each([
    ["active", "scheduled"],
    ["trialing", "scheduled"],
    ["paused", "scheduled"],
    ["past_due", "immediate"],
    ["unpaid", "immediate"],
    ["expired", "immediate"],
  ])("asks to cancel one that is %s: %s", async (status, mode) => {
    const { subscriptionId, payment, user } = await subscriber();
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status } });
    expect(await cancelSubscription(user, { subscriptionId })).toEqual({ requested: true });
    expect([payment.ended, payment.endModes]).toEqual([[subscriptionId], [mode]]);
    expect(await stateOf(subscriptionId)).toMatchObject({
      status: mode === "immediate" ? "canceled" : "scheduled_cancel",
    });
  });

  it("is not undone by an event from before it", async () => {
    const { subscriptionId, user } = await subscriber();
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status: "unpaid" } });
    ctx.setNow(new Date(ctx.now().getTime() + 60_000));
    await cancelSubscription(user, { subscriptionId });
    const object = { object: "subscription", id: subscriptionId, metadata: {} };
    const event = { id: "evt_late", eventType: "subscription.active", created_at: ctx.now().getTime() - 1_000, object };
    await deliver(ctx, event);
    expect(await stateOf(subscriptionId)).toMatchObject({ status: "canceled" });
  });

  it("believes a provider that has canceled it before, and no other refusal", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    payment.refusing.add(subscriptionId);
    for (const status of [undefined, "expired", "active"]) {
      if (status !== undefined) payment.subscriptions.set(subscriptionId, { id: subscriptionId, status });
      await expect(cancelSubscription(user, { subscriptionId })).rejects.toMatchObject({ code: "upstream_failed" });
      expect(await stateOf(subscriptionId)).toMatchObject({ status: "active" });
    }
    for (const status of ["scheduled_cancel", "canceled"]) {
      await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status: "active" } });
      payment.subscriptions.set(subscriptionId, { id: subscriptionId, status });
      expect(await cancelSubscription(user, { subscriptionId })).toEqual({ requested: true });
      expect(await stateOf(subscriptionId)).toMatchObject({ status });
    }
  });

  it("asks nothing about a subscription that ends already", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status: "scheduled_cancel" } });
    expect(await cancelSubscription(user, { subscriptionId })).toEqual({ requested: true });
    expect(payment.ended).toEqual([]);
  });

  it("refuses another user's subscription", async () => {
    const { subscriptionId, payment } = await subscriber();
    const stranger = await actAs(withClients(ctx, { payment }), await createUser(ctx));
    await expect(cancelSubscription(stranger, { subscriptionId })).rejects.toMatchObject({ code: "not_found" });
    expect(payment.ended).toEqual([]);
  });

  it("reports a failure of the provider without its message", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    payment.unreachable.add(subscriptionId);
    await expect(cancelSubscription(user, { subscriptionId })).rejects.toMatchObject({
      code: "upstream_failed",
      message: "Failed to cancel the subscription",
    });
  });
});

it("a trial whose event was late when it was canceled runs until the end that the response names", async () => {
  const [startedAt, endsAt] = [new Date("2026-03-10T12:00:00.000Z"), new Date("2026-03-17T12:00:00.000Z")];
  const sale = publishedSale({ userId: await createUser(ctx), key: "pro_monthly", paidAt: startedAt });
  const { subscriptionId } = sale;
  ctx.setNow(startedAt);
  await deliver(ctx, publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } }));
  ctx.setNow(new Date("2026-03-10T12:30:00.000Z"));
  const trial = {
    object: "subscription",
    id: subscriptionId,
    metadata: {},
    current_period_end_date: endsAt.toISOString(),
  };
  const cancel = async () => ({ ...trial, status: "scheduled_cancel" });
  const payment = { ...createFakePaymentProvider(), cancelSubscription: cancel };
  const user = await actAs(withClients(ctx, { payment }), sale.userId);
  await cancelSubscription(user, { subscriptionId });
  await expireSubscriptions(ctx);
  const object = { ...trial, status: "trialing" };
  await deliver(ctx, { id: "evt_trial", eventType: "subscription.trialing", created_at: startedAt.getTime(), object });
  const row = () => ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId }, include: { user: true } });
  expect(await row()).toMatchObject({
    ...{ status: "scheduled_cancel", currentPeriodEnd: endsAt },
    user: { planKey: "pro_monthly" },
  });
  ctx.setNow(new Date(endsAt.getTime() + 1));
  await expireSubscriptions(ctx);
  expect(await row()).toMatchObject({ user: { planKey: "free" } });
});

it("the end of a replaced plan that was resumed on the provider's pages is not undone by the late event of that", async () => {
  const { subscriptionId: id, payment, user } = await subscriber();
  const resumedAt = ctx.now().getTime() - 1_000;
  const data = { status: "scheduled_cancel", statusEventAt: new Date(resumedAt - 1_000) };
  await ctx.db.subscription.update({ where: { id }, data });
  const object = { object: "subscription", id, status: "active" };
  payment.subscriptions.set(id, object);
  await endSubscription(user, { subscriptionId: id });
  await deliver(ctx, { id: `evt_${randomUUID()}`, eventType: "subscription.active", created_at: resumedAt, object });
  expect(await stateOf(id)).toMatchObject({ status: "scheduled_cancel" });
});
