import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { runDueGrants } from "../schedule/run-due-grants";
import { getBilling, getPurchaseStatus, getReceipt, listOwnPayments } from "./get-billing";

const ctx = useTestContext();
const BOUGHT_AT = new Date("2026-01-31T12:00:00.000Z");

async function buy(userId: string, key: "starter_yearly" | "pro_monthly" | "pack_200") {
  const subscriptionId = `sub_${randomUUID()}`;
  const event = purchaseEvent({ userId, key, ...(key === "pack_200" ? {} : { subscriptionId }) });
  await deliver(ctx, event);
  return { subscriptionId, paymentId: event.object.order.id };
}

describe("getBilling", () => {
  it("lists a yearly plan's granted and upcoming instalments", async () => {
    ctx.setNow(BOUGHT_AT);
    const userId = await createUser(ctx);
    const { subscriptionId } = await buy(userId, "starter_yearly");
    await buy(userId, "pack_200");
    ctx.setNow(new Date("2026-03-30T12:00:00.000Z"));
    await runDueGrants(ctx, { schedulesMax: 50, instalmentsMax: 12 });
    const { instalmentPlans, credits } = await getBilling(await actAs(ctx, userId));
    expect(credits).toBe(3_200);
    expect(instalmentPlans).toHaveLength(1);
    const [plan] = instalmentPlans;
    expect(plan).toMatchObject({ subscriptionId, planKey: "starter_yearly" });
    expect(plan?.granted.map(({ credits: each }) => each)).toEqual([1_000, 1_000, 1_000]);
    expect(plan?.coming).toHaveLength(9);
    expect(plan?.coming[0]).toEqual({ grantAt: new Date("2026-04-28T12:00:00.000Z"), credits: 1_000 });
  });

  it("lists the granted instalments of a subscription whose event named no id of it", async () => {
    ctx.setNow(BOUGHT_AT);
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "starter_yearly" });
    await deliver(ctx, event);
    ctx.setNow(new Date("2026-03-30T12:00:00.000Z"));
    await runDueGrants(ctx, { schedulesMax: 50, instalmentsMax: 12 });
    const { instalmentPlans } = await getBilling(await actAs(ctx, userId));
    expect(instalmentPlans).toMatchObject([{ subscriptionId: event.object.order.id }]);
    expect(instalmentPlans[0]?.granted).toHaveLength(3);
  });

  it("lists subscriptions that renew first, then those that may still be charged or are paid for, and no canceled ones that are over", async () => {
    ctx.setNow(BOUGHT_AT);
    const userId = await createUser(ctx);
    const buyLater = (key: "starter_yearly" | "pro_monthly") => {
      ctx.setNow(new Date(ctx.now().getTime() + 1_000));
      return buy(userId, key);
    };
    const buyEnded = async (status: string) => {
      const { subscriptionId: id } = await buyLater("pro_monthly");
      const currentPeriodEnd = new Date("2026-01-01T00:00:00.000Z");
      await ctx.db.subscription.update({ where: { id }, data: { status, currentPeriodEnd } });
      return id;
    };
    const ending = await buyLater("starter_yearly");
    await ctx.db.subscription.update({ where: { id: ending.subscriptionId }, data: { status: "scheduled_cancel" } });
    await buyEnded("canceled");
    await buyEnded("scheduled_cancel");
    const unpaid = await buyEnded("unpaid");
    const overdue = await buyEnded("past_due");
    const renewing = await buyLater("pro_monthly");
    const expired = await buyEnded("expired");
    const { subscriptions, hasPortal } = await getBilling(await actAs(ctx, userId));
    expect(subscriptions.map(({ id }) => id)).toEqual([
      renewing.subscriptionId,
      overdue,
      unpaid,
      expired,
      ending.subscriptionId,
    ]);
    expect(hasPortal).toBe(true);
  });

  it("is empty for someone new", async () => {
    expect(await getBilling(await actAs(ctx, await createUser(ctx)))).toEqual({
      credits: 0,
      planKey: "free",
      isPlanGiven: false,
      subscriptions: [],
      hasPortal: false,
      instalmentPlans: [],
    });
  });
});

describe("a payment", () => {
  it("is listed, has a receipt and arrives, for its buyer alone", async () => {
    const userId = await createUser(ctx);
    const { paymentId } = await buy(userId, "pack_200");
    const buyer = await actAs(ctx, userId);
    expect(await getReceipt(buyer, { paymentId })).toMatchObject({
      payment: { id: paymentId, amountCents: 500, creditsGranted: 200, provider: "creem" },
      buyer: { email: buyer.actor.email },
    });
    expect(await getPurchaseStatus(buyer, { paymentId })).toMatchObject({ credits: 200, payment: { id: paymentId } });
    expect(await listOwnPayments(buyer, {})).toMatchObject({
      items: [{ id: paymentId, amountCents: 500, status: "succeeded" }],
    });
    const stranger = await actAs(ctx, await createUser(ctx));
    expect(await listOwnPayments(stranger, {})).toEqual({ items: [], nextCursor: null });
    await expect(getReceipt(stranger, { paymentId })).rejects.toMatchObject({ code: "not_found" });
    expect(await getPurchaseStatus(stranger, { paymentId })).toEqual({ credits: 0, payment: null, trialEndsAt: null });
    expect(await getPurchaseStatus(stranger, {})).toEqual({ credits: 0, payment: null, trialEndsAt: null });
  });

  it("is listed page by page, also before the newest 50", async () => {
    const userId = await createUser(ctx);
    const ids = Array.from({ length: 51 }, (_, index) => `${userId}-${index}`);
    const paid = { provider: "creem", userId, amountCents: 500, type: "one_time", creditsGranted: 200 };
    await ctx.db.payment.createMany({ data: ids.map((id) => ({ id, providerPaymentId: id, ...paid })) });
    const buyer = await actAs(ctx, userId);
    const first = await listOwnPayments(buyer, {});
    const second = await listOwnPayments(buyer, { cursor: first.nextCursor ?? "" });
    expect(new Set([...first.items, ...second.items].map(({ id }) => id))).toEqual(new Set(ids));
    expect(second.nextCursor).toBeNull();
  });

  it("arrives by its order's id too, where it was announced without the order first", async () => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
    const buyer = await actAs(ctx, sale.userId);
    for (const event of [publishedPaid(sale), publishedCheckout(sale)]) await deliver(ctx, event);
    const payment = { id: `tran_${sale.orderId}_0`, creditsGranted: 1_000 };
    expect(await getPurchaseStatus(buyer, { paymentId: sale.orderId })).toMatchObject({ payment });
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    expect(await getPurchaseStatus(buyer, { paymentId: sale.orderId })).toMatchObject({ payment });
  });
});

it("tells the buyer of a checkout that its trial has started, and nobody else", async () => {
  const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
  const trial = publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } });
  const checkoutId = trial.object.id;
  await ctx.db.checkout.create({ data: { id: checkoutId, userId: sale.userId, key: sale.key, createdAt: ctx.now() } });
  const buyer = await actAs(ctx, sale.userId);
  const input = { paymentId: sale.orderId, checkoutId };
  expect(await getPurchaseStatus(buyer, input)).toEqual({ credits: 0, payment: null, trialEndsAt: null });
  await deliver(ctx, trial);
  const { currentPeriodEnd } = await ctx.db.subscription.findUniqueOrThrow({ where: { id: sale.subscriptionId } });
  expect(await getPurchaseStatus(buyer, input)).toEqual({ credits: 0, payment: null, trialEndsAt: currentPeriodEnd });
  const stranger = await actAs(ctx, await createUser(ctx));
  expect(await getPurchaseStatus(stranger, input)).toEqual({ credits: 0, payment: null, trialEndsAt: null });
});
