import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, type FakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import { createLostPurchase, createLostRenewal } from "../../test/lost-payments";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { type Reconciliation, reconcileBilling, reconcileCheckout } from "./reconcile";

const ctx = useTestContext();
const DAY_MS = 24 * 60 * 60 * 1000;
const SINCE = new Date("2026-03-01T00:00:00.000Z");
const RENEWED_AT = new Date("2026-04-10T12:00:00.000Z");
const CANCELED_BEFORE = { status: "canceled", statusEventAt: new Date(SINCE.getTime() - 1) };
/** How long after it was opened a checkout may be paid. */
const PAID_AFTER_MAX_MS = 3 * DAY_MS;
/** More than one page of each. */
const MANY = 130;

let payment: FakePaymentProvider;
beforeEach(async () => {
  payment = createFakePaymentProvider();
  await ctx.db.checkout.deleteMany();
  await ctx.db.subscription.updateMany({ data: CANCELED_BEFORE });
});

const reconcile = (): Promise<Reconciliation> => reconcileBilling(withClients(ctx, { payment }), SINCE);
const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

const lostPurchase = (createdAt?: Date) => createLostPurchase(ctx, payment, createdAt);
const lostRenewal = (transactionStatus?: string) =>
  createLostRenewal(ctx, payment, { paidAt: RENEWED_AT, ...(transactionStatus && { transactionStatus }) });

describe("reconcileBilling", () => {
  it("grants every payment whose webhook never came, and does nothing more the second time", async () => {
    const [buyer, subscriber] = [await lostPurchase(), await lostRenewal()];
    expect(await reconcile()).toEqual({ checkouts: 1, subscriptions: 1, granted: 2, failed: 0 });
    expect(await creditsOf(buyer.userId)).toBe(200);
    expect(await creditsOf(subscriber.userId)).toBe(2000);
    expect(await reconcile()).toEqual({ checkouts: 0, subscriptions: 1, granted: 0, failed: 0 });
    expect(await creditsOf(subscriber.userId)).toBe(2000);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("grants a renewal once when its event comes after all", async () => {
    const { userId, object } = await lostRenewal();
    await reconcile();
    const late = { id: "evt_late", eventType: "subscription.paid", created_at: RENEWED_AT.getTime(), object };
    await deliver(ctx, late);
    expect(await creditsOf(userId)).toBe(2000);
  });

  it("does not let one that fails keep the others from being looked at", async () => {
    const [broken, other] = [await lostPurchase(), await lostPurchase()];
    const nonsense = await lostRenewal();
    payment.unreachable.add(broken.id);
    payment.subscriptions.set(nonsense.subscriptionId, { ...nonsense.object, last_transaction_id: 7 });
    const subscriber = await lostRenewal();
    expect(await reconcile()).toEqual({ checkouts: 2, subscriptions: 2, granted: 2, failed: 2 });
    expect(await creditsOf(other.userId)).toBe(200);
    expect(await creditsOf(subscriber.userId)).toBe(2000);
    expect(await creditsOf(broken.userId)).toBe(0);
  });

  it.each(["pending", "declined", "refunded"])("grants nothing for a last payment that is %s", async (status) => {
    const { userId } = await lostRenewal(status);
    expect(await reconcile()).toMatchObject({ granted: 0, failed: 0 });
    expect(await creditsOf(userId)).toBe(1000);
  });

  it("grants a renewal of which a part was refunded since", async () => {
    const { userId } = await lostRenewal("partialRefund");
    expect(await reconcile()).toMatchObject({ granted: 1, failed: 0 });
    expect(await creditsOf(userId)).toBe(2000);
  });

  it("grants nothing for a plan that was changed at the provider without a payment", async () => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
    await deliver(ctx, publishedCheckout(sale));
    const { object } = publishedPaid({ ...sale, key: "pro_monthly" });
    payment.subscriptions.set(sale.subscriptionId, { ...object, last_transaction: { status: "paid" } });
    expect(await reconcile()).toEqual({ checkouts: 0, subscriptions: 1, granted: 0, failed: 0 });
    expect(await creditsOf(sale.userId)).toBe(1000);
  });

  it("invents no payment where a subscription's last transaction has no id", async () => {
    const { userId, subscriptionId, object } = await lostRenewal();
    const { last_transaction_id: _id, ...unnamed } = object;
    payment.subscriptions.set(subscriptionId, { ...unnamed, last_transaction: { status: "paid", amount: 2_900 } });
    expect(await reconcile()).toMatchObject({ subscriptions: 1, granted: 0 });
    expect(await creditsOf(userId)).toBe(1000);
    await deliver(ctx, {
      id: `evt_${subscriptionId}`,
      eventType: "subscription.paid",
      created_at: RENEWED_AT.getTime(),
      object,
    });
    expect(await creditsOf(userId)).toBe(2000);
  });

  it("does not ask about checkouts from before, nor about subscriptions that were canceled before", async () => {
    await lostPurchase(new Date(SINCE.getTime() - PAID_AFTER_MAX_MS - 1));
    const { subscriptionId } = await lostRenewal();
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: CANCELED_BEFORE });
    expect(await reconcile()).toEqual({ checkouts: 0, subscriptions: 0, granted: 0, failed: 0 });
    expect(payment.asked).toEqual([]);
  });

  it("asks about a checkout that was opened before and may have been paid since", async () => {
    const { userId } = await lostPurchase(new Date(SINCE.getTime() - 5 * 60_000));
    expect(await reconcile()).toMatchObject({ checkouts: 1, granted: 1 });
    expect(await creditsOf(userId)).toBe(200);
  });

  it("grants the last payment of a subscription that was canceled since, which stays canceled", async () => {
    const { userId, subscriptionId: id } = await lostRenewal();
    const canceled = { status: "canceled", statusEventAt: new Date(RENEWED_AT.getTime() + 1) };
    await ctx.db.subscription.update({ where: { id }, data: canceled });
    expect(await reconcile()).toEqual({ checkouts: 0, subscriptions: 1, granted: 1, failed: 0 });
    expect(await creditsOf(userId)).toBe(2000);
    expect(await ctx.db.subscription.findUnique({ where: { id } })).toMatchObject(canceled);
    expect(await reconcile()).toMatchObject({ subscriptions: 1, granted: 0 });
  });

  it.each(["canceled", "scheduled_cancel"])(
    "leaves it %s where the transaction names no time of its own",
    async (status) => {
      const paidAt = new Date(ctx.now().getTime() - 2 * DAY_MS);
      const { userId, subscriptionId: id, object } = await createLostRenewal(ctx, payment, { paidAt });
      const { created_at: _at, ...last } = Object(object["last_transaction"]);
      const period = { period_start: paidAt.getTime(), period_end: paidAt.getTime() + 30 * DAY_MS };
      payment.subscriptions.set(id, { ...object, status, last_transaction: { ...last, ...period } });
      const ended = { status, statusEventAt: new Date(paidAt.getTime() + DAY_MS) };
      await ctx.db.subscription.update({ where: { id }, data: ended });
      expect(await reconcile()).toMatchObject({ granted: 1 });
      expect(await creditsOf(userId)).toBe(2000);
      expect(await ctx.db.subscription.findUnique({ where: { id } })).toMatchObject(ended);
    },
  );

  it("calls an overdue subscription active again whose payment succeeded at a later attempt", async () => {
    const { userId, subscriptionId: id, object } = await lostRenewal();
    const overdueAt = new Date(RENEWED_AT.getTime() + DAY_MS);
    const paidAt = new Date(RENEWED_AT.getTime() + 2 * DAY_MS);
    await ctx.db.subscription.update({ where: { id }, data: { status: "past_due", statusEventAt: overdueAt } });
    payment.subscriptions.set(id, { ...object, updated_at: paidAt.toISOString() });
    expect(await reconcile()).toMatchObject({ granted: 1 });
    expect(await creditsOf(userId)).toBe(2000);
    const active = { status: "active", statusEventAt: paidAt };
    expect(await ctx.db.subscription.findUnique({ where: { id } })).toMatchObject(active);
  });

  it.each([
    ["refunded", "refund"],
    ["chargeback", "dispute"],
    ["chargedBack", "dispute"],
  ])("pauses the instalments of a payment whose transaction is %s", async (status, pauseReason) => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "pro_yearly", paidAt: ctx.now() });
    await deliver(ctx, publishedCheckout(sale));
    const { object } = publishedPaid(sale);
    await deliver(ctx, publishedPaid(sale));
    const transaction = { id: object.last_transaction_id, order: sale.orderId, amount: 99_000, status };
    payment.subscriptions.set(sale.subscriptionId, { ...object, last_transaction: transaction });
    const instalments = () =>
      ctx.db.subscriptionCreditSchedule.findUnique({ where: { subscriptionId: sale.subscriptionId } });
    expect(await reconcile()).toEqual({ checkouts: 0, subscriptions: 1, granted: 0, failed: 0 });
    expect(await instalments()).toMatchObject({ pauseReason });
    const won = {
      id: "evt_won",
      eventType: "dispute.won",
      created_at: ctx.now().getTime() + 1,
      object: { transaction },
    };
    if (pauseReason === "dispute") {
      await deliver(ctx, won);
      await reconcile();
      expect(await instalments()).toMatchObject({ pausedAt: null });
    }
  });

  it("looks at every one of more than fit one page, though they leave the list meanwhile", async () => {
    await Promise.all(Array.from({ length: MANY }, () => lostPurchase()));
    expect(await reconcile()).toEqual({ checkouts: MANY, subscriptions: 0, granted: MANY, failed: 0 });
  });
});

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

  it("grants once when the webhook and other calls arrive at the same moment", async () => {
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
    ["does not exist at the provider", null],
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

  it.each(["pending", "refunded"])("grants nothing and stays open while the order is %s", async (status) => {
    const { id, userId, payment, paid, played } = await openCheckout();
    const replacedId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: replacedId }));
    await ctx.db.checkout.update({ where: { id }, data: { replacesSubscriptionId: replacedId } });
    const object = paidCheckout(paid);
    payment.checkouts.set(id, { ...object, order: { ...Object(object["order"]), status } });
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: false, granted: false });
    expect(await statusOf(id)).toBe("open");
    expect((await readJobs(ctx)).map(({ key }) => key)).not.toContain(`end-subscription:${replacedId}`);
  });

  it.each([1, 2])("grants a first payment once when it is asked about %s renewals later", async (renewals) => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
    const { id, payment, played } = await openCheckout();
    for (let cycle = 0; cycle < renewals; cycle += 1) await deliver(ctx, publishedPaid(sale, { cycle }));
    const renewed = publishedPaid(sale, { cycle: renewals });
    const { current_period_start_date, current_period_end_date } = renewed.object;
    const subscription = { current_period_start_date, current_period_end_date };
    payment.checkouts.set(id, publishedCheckout(sale, { subscription }).object);
    expect(await reconcileCheckout(played, id)).toEqual({ isPaid: true, granted: false });
    expect(await creditsOf(sale.userId)).toBe(renewals * 1000);
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
