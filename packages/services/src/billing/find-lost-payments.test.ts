import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readJobs } from "../../test/database-state";
import {
  createFakePaymentProvider,
  type FakePaymentProvider,
  paidSubscription,
} from "../../test/fake-payment-provider";
import { createLostPurchase, createLostRenewal } from "../../test/lost-payments";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import type { ServiceContext } from "../context";
import { verifyLedger } from "../ledger/verify-ledger";
import { startWorker } from "../worker";
import { askAboutCheckout, askAboutSubscription, findLostPayments } from "./find-lost-payments";
import { reconcileSubscription } from "./reconcile";

const ctx = useTestContext();
const HOUR_MS = 60 * 60 * 1000;
const RUN_AT = new Date("2026-05-10T10:35:00.000Z");
const hoursBefore = (hours: number) => new Date(RUN_AT.getTime() - hours * HOUR_MS);

let payment: FakePaymentProvider;
beforeEach(async () => {
  payment = createFakePaymentProvider();
  await ctx.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  await ctx.db.checkout.deleteMany();
  await ctx.db.subscription.updateMany({ data: { status: "canceled", statusEventAt: new Date(0) } });
});

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const find = (at: Date, finding: ServiceContext = ctx) =>
  findLostPayments(finding, { _cron: { ts: at.toISOString() } });
/** The waiting jobs that ask the provider. */
const questions = async () => (await readJobs(ctx)).filter(({ task }) => task.startsWith("reconcile-"));
const queuedKeys = async () => (await questions()).map(({ key }) => key);
const creditsOf = async (id: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id } })).credits;

const lostPurchase = (createdAt: Date) => createLostPurchase(ctx, payment, createdAt);

/** A lost renewal, of a subscription whose paid period has ended. */
async function lostRenewal(periodEnd: Date, status = "active") {
  const { subscriptionId: id, userId } = await createLostRenewal(ctx, payment, { paidAt: periodEnd });
  await ctx.db.subscription.update({ where: { id }, data: { currentPeriodEnd: periodEnd, status } });
  await ctx.db.payment.updateMany({ where: { subscriptionId: id }, data: { periodEnd } });
  return { id, userId };
}

describe("findLostPayments", () => {
  it("asks about each open checkout and overdue subscription after 3, 24 and 72 hours, and at no other time", async () => {
    const checkout = await lostPurchase(hoursBefore(0));
    const subscription = await lostRenewal(hoursBefore(0), "past_due");
    const asked: Record<string, number[]> = {};
    for (let hour = 0; hour <= 80; hour += 1) {
      await find(new Date(RUN_AT.getTime() + hour * HOUR_MS));
      for (const key of await queuedKeys()) asked[key ?? ""] = [...(asked[key ?? ""] ?? []), hour];
      await ctx.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    }
    expect(asked).toEqual({
      [`reconcile-checkout:${checkout.id}`]: [3, 24, 72],
      [`reconcile-subscription:${subscription.id}`]: [3, 24, 72],
    });
  });

  it("asks about an overdue subscription again after one and two weeks, in which a failed charge is repeated", async () => {
    await lostPurchase(hoursBefore(0));
    const { id } = await lostRenewal(hoursBefore(0), "past_due");
    const asked: Record<number, unknown> = {};
    for (const hour of [7 * 24, 14 * 24, 21 * 24]) {
      await find(new Date(RUN_AT.getTime() + hour * HOUR_MS));
      asked[hour] = await queuedKeys();
      await ctx.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    }
    const subscription = [`reconcile-subscription:${id}`];
    expect(asked).toEqual({ 168: subscription, 336: subscription, 504: [] });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "a checkout that was completed",
      async () => {
        const { id } = await lostPurchase(hoursBefore(3.5));
        await ctx.db.checkout.update({ where: { id }, data: { status: "completed" } });
      },
    ],
    ["a canceled subscription", () => lostRenewal(hoursBefore(3.5), "canceled")],
    ["a subscription whose period still runs", () => lostRenewal(hoursBefore(-1))],
  ])("does not ask about %s", async (_what, create) => {
    await create();
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([]);
  });

  it.each(["queued", "failed"])(
    "asks about one whose cancellation the provider has not confirmed (%s): it may have been renewed",
    async (providerCancel) => {
      const { id, userId } = await lostRenewal(hoursBefore(3.5), "canceled");
      const canceledAt = hoursBefore(10);
      const data = { statusEventAt: canceledAt, providerCancelAt: canceledAt, providerCancel };
      await ctx.db.subscription.update({ where: { id }, data });
      await find(RUN_AT);
      expect(await queuedKeys()).toEqual([`reconcile-subscription:${id}`]);
      await askAboutSubscription(withClients(ctx, { payment }), { subscriptionId: id });
      expect(await creditsOf(userId)).toBe(2_000);
    },
  );

  it.each(["subscription.scheduled_cancel", "subscription.update", "subscription.active"])(
    "asks about a lost renewal whose new period %s has told",
    async (eventType) => {
      const paidAt = new Date("2026-04-10T07:00:00.000Z");
      const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt });
      await deliver(ctx, publishedCheckout(sale));
      await deliver(ctx, publishedPaid(sale));
      const { created_at: renewedAt, object } = publishedPaid(sale, { cycle: 1 });
      await deliver(ctx, { id: "evt_told", eventType, created_at: renewedAt + HOUR_MS, object });
      await find(RUN_AT);
      expect(await queuedKeys()).toEqual([`reconcile-subscription:${sale.subscriptionId}`]);
    },
  );

  it("asks about the lost first payment of a trial whose end another event has told", async () => {
    const startedAt = new Date("2026-05-03T07:00:00.000Z");
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: startedAt });
    const endsAt = new Date("2026-05-10T07:00:00.000Z");
    const subscription = { status: "trialing", current_period_end_date: endsAt.toISOString() };
    await deliver(ctx, publishedCheckout(sale, { order: { amount: 0 }, subscription }));
    const paid = publishedPaid({ ...sale, paidAt: endsAt });
    await deliver(ctx, { ...paid, id: "evt_begun", eventType: "subscription.active" });
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([`reconcile-subscription:${sale.subscriptionId}`]);
  });

  it("asks about the lost first payment of a trial that was canceled after it", async () => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: hoursBefore(7 * 24) });
    const endsAt = hoursBefore(5);
    const subscription = { status: "trialing", current_period_end_date: endsAt.toISOString() };
    await deliver(ctx, publishedCheckout(sale, { order: { amount: 0 }, subscription }));
    const paid = publishedPaid({ ...sale, paidAt: endsAt });
    const canceledAt = hoursBefore(3.5).getTime();
    await deliver(ctx, { ...paid, id: "evt_ended", eventType: "subscription.canceled", created_at: canceledAt });
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([`reconcile-subscription:${sale.subscriptionId}`]);
  });

  it("asks about a renewal that was paid weeks late and lost, and that another event has told", async () => {
    const paidAt = new Date("2026-03-01T07:00:00.000Z");
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt });
    await deliver(ctx, publishedCheckout(sale));
    await deliver(ctx, publishedPaid(sale));
    const overdue = publishedPaid(sale);
    await deliver(ctx, {
      ...overdue,
      eventType: "subscription.past_due",
      created_at: Date.parse("2026-04-01T08:00:00Z"),
    });
    await find(new Date("2026-05-10T09:35:00.000Z"));
    expect(await queuedKeys()).toEqual([]);
    const renewed = publishedPaid({ ...sale, paidAt: hoursBefore(3.5) });
    await deliver(ctx, { ...renewed, eventType: "subscription.active" });
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([`reconcile-subscription:${sale.subscriptionId}`]);
  });

  it("asks about a monthly renewal after a yearly plan was changed to a monthly one", async () => {
    const yearly = publishedSale({
      userId: await createUser(ctx),
      key: "starter_yearly",
      paidAt: new Date("2026-01-05T12:00:00.000Z"),
    });
    await deliver(ctx, publishedCheckout(yearly));
    await deliver(ctx, publishedPaid(yearly));
    const monthly = { ...yearly, key: "pro_monthly", paidAt: new Date("2026-04-10T07:00:00.000Z") } as const;
    await deliver(ctx, publishedPaid(monthly, { transactionId: "tran_monthly" }));
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([`reconcile-subscription:${yearly.subscriptionId}`]);
  });

  it("asks about a later renewal where the events name no periods", async () => {
    const now = ctx.now();
    const subscriber = { userId: await createUser(ctx), key: "starter_monthly", subscriptionId: "sub_simple" } as const;
    for (const paidAt of ["2026-02-10T07:00:00.000Z", "2026-03-10T07:00:00.000Z", "2026-04-10T07:00:00.000Z"]) {
      ctx.setNow(new Date(paidAt));
      await deliver(ctx, purchaseEvent({ ...subscriber, eventType: "subscription.paid" }));
    }
    ctx.setNow(now);
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual(["reconcile-subscription:sub_simple"]);
  });

  it("asks about a subscription that was canceled after its paid period", async () => {
    const { id } = await lostRenewal(hoursBefore(3.5));
    const canceled = { status: "canceled", statusEventAt: hoursBefore(2) };
    await ctx.db.subscription.update({ where: { id }, data: canceled });
    await find(RUN_AT);
    expect(await queuedKeys()).toEqual([`reconcile-subscription:${id}`]);
  });

  it("does nothing where no payment provider is configured", async () => {
    await lostPurchase(hoursBefore(3.5));
    await find(RUN_AT, { ...ctx, config: { ...ctx.config, unconfigured: new Set(["payment"]) } });
    expect(await queuedKeys()).toEqual([]);
  });

  it("has the worker grant what was lost, while another question keeps failing", async () => {
    const unreachable = await lostPurchase(hoursBefore(3.5));
    payment.unreachable.add(unreachable.id);
    const buyer = await lostPurchase(hoursBefore(3.5));
    const subscriber = await lostRenewal(hoursBefore(3.5));
    const expired = await lostRenewal(hoursBefore(24.5), "expired");
    await find(RUN_AT);
    stops.push((await startWorker(withClients(ctx, { payment, mailer: null }), ctx.databaseUrl)).stop);
    await expect.poll(queuedKeys).toEqual([`reconcile-checkout:${unreachable.id}`]);
    await expect
      .poll(() => Promise.all([buyer, subscriber, expired, unreachable].map(({ userId }) => creditsOf(userId))))
      .toEqual([200, 2_000, 2_000, 0]);
    expect(await ctx.db.subscription.findUnique({ where: { id: expired.id } })).toMatchObject({ status: "active" });
    expect(await questions()).toMatchObject([{ lastError: "The payment provider could not be asked" }]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });
});

describe("asking the provider", () => {
  const asking = () => withClients(ctx, { payment });

  it("grants once, however often it is asked, and when the event comes after all", async () => {
    const buyer = await lostPurchase(hoursBefore(3.5));
    const subscriber = await lostRenewal(hoursBefore(3.5));
    for (let time = 0; time < 2; time += 1) {
      await askAboutCheckout(asking(), { checkoutId: buyer.id });
      await askAboutSubscription(asking(), { subscriptionId: subscriber.id });
    }
    const object = payment.subscriptions.get(subscriber.id);
    await deliver(ctx, { id: "evt_late", eventType: "subscription.paid", created_at: RUN_AT.getTime(), object });
    expect([await creditsOf(buyer.userId), await creditsOf(subscriber.userId)]).toEqual([200, 2_000]);
  });

  it("is done with a payment that is refused: the inbox says why, once", async () => {
    const { id, userId } = await lostPurchase(hoursBefore(3.5));
    await ctx.db.user.update({ where: { id: userId }, data: { deletedAt: RUN_AT } });
    await askAboutCheckout(asking(), { checkoutId: id });
    expect(await creditsOf(userId)).toBe(0);
    expect(await ctx.db.webhookEvent.findMany({ where: { providerEventId: `reconciled_${id}` } })).toMatchObject([
      { outcome: "rejected" },
    ]);
  });

  it("grants nothing for a first payment whose checkout named no transaction, and which was not renewed", async () => {
    const paidAt = hoursBefore(31 * 24);
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt });
    await deliver(ctx, publishedCheckout(sale));
    const first = paidSubscription(sale);
    payment.subscriptions.set(sale.subscriptionId, {
      ...first,
      status: "past_due",
      last_transaction: { ...Object(first["last_transaction"]), period_start: paidAt.getTime() + 1_428 },
    });
    await askAboutSubscription(asking(), { subscriptionId: sale.subscriptionId });
    expect(await creditsOf(sale.userId)).toBe(1_000);
  });

  it.each(["a number", "a date"])("takes the payment's own time as the event's where it is %s", async (form) => {
    const paidAt = hoursBefore(3.5);
    const { id } = await lostRenewal(paidAt);
    const object = payment.subscriptions.get(id);
    const created_at = form === "a number" ? paidAt.getTime() : paidAt.toISOString();
    payment.subscriptions.set(id, {
      ...object,
      last_transaction: { ...Object(object?.["last_transaction"]), created_at },
    });
    await askAboutSubscription(asking(), { subscriptionId: id });
    expect(await ctx.db.subscription.findUnique({ where: { id } })).toMatchObject({ planEventAt: paidAt });
  });
});

it("warns of a renewal whose payment the provider names without its terms, and grants nothing", async () => {
  const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
  await deliver(ctx, publishedPaid(sale));
  const warn = vi.fn();
  const service = { ...withClients(ctx, { payment }), log: { ...ctx.log, warn } } as unknown as ServiceContext;
  for (const { cycle, warnings } of [
    { cycle: 0, warnings: 0 },
    { cycle: 1, warnings: 1 },
  ]) {
    payment.subscriptions.set(sale.subscriptionId, publishedPaid(sale, { cycle }).object);
    expect(await reconcileSubscription(service, sale.subscriptionId)).toBe(false);
    expect(warn).toHaveBeenCalledTimes(warnings);
  }
  expect(await creditsOf(sale.userId)).toBe(1000);
});
