import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  deliver,
  moneyBackEvent,
  type PublishedSale,
  publishedCheckout,
  publishedPaid,
  publishedSale,
  purchaseEvent,
} from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { dismissPaymentCase, listPaymentCases, pauseSchedule, takeBackCredits } from "../admin/payment-cases";
import { verifyLedger } from "../ledger/verify-ledger";
import { runDueGrants } from "../schedule/run-due-grants";
import { rollUpDays } from "../statistics/roll-up-days";
import { getBilling } from "./get-billing";
import { applyWaitingMoneyBack } from "./money-back";

const ctx = useTestContext();
const PAID_AT = new Date("2026-03-10T11:00:00.000Z");
const TWO_MONTHS_LATER = new Date("2026-05-11T11:00:00.000Z");
const A_YEAR_LATER = new Date("2027-03-10T12:00:00.000Z");
const LATER = new Date("2026-05-11T12:00:00.000Z");
const RUN = { schedulesMax: 500, installmentsMax: 12 };

async function sellYearly(): Promise<PublishedSale> {
  ctx.setNow(PAID_AT);
  const sale = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: PAID_AT });
  await deliver(ctx, publishedCheckout(sale));
  await deliver(ctx, publishedPaid(sale));
  return sale;
}

async function grantTwoMonthsLater({ userId }: PublishedSale): Promise<number> {
  ctx.setNow(TWO_MONTHS_LATER);
  await runDueGrants(ctx, RUN);
  return (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
}

const paymentOf = ({ userId }: PublishedSale) => ctx.db.payment.findFirstOrThrow({ where: { userId } });
const scheduleOf = ({ userId }: PublishedSale) =>
  ctx.db.subscriptionCreditSchedule.findFirstOrThrow({ where: { userId } });

async function asAdmin() {
  const id = await createUser(ctx);
  await ctx.db.user.update({ where: { id }, data: { role: "admin" } });
  return actAs(ctx, id);
}

describe("money that goes back", () => {
  it.each([
    ["refund.created", { status: "succeeded", refund_amount: 29_000 }, "refunded", "refund"],
    ["dispute.created", { amount: 29_000 }, "disputed", "dispute"],
  ])("%s marks the payment and pauses its instalments", async (eventType, changes, status, pauseReason) => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent(eventType, sale, changes));
    expect(await paymentOf(sale)).toMatchObject({ status, attention: status });
    expect(await scheduleOf(sale)).toMatchObject({ pauseReason, pausedAt: PAID_AT, grantsRemaining: 11 });
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
  });

  it("a part of it pauses nothing, and is shown to administrators", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 500 }));
    expect(await paymentOf(sale)).toMatchObject({
      status: "succeeded",
      attention: "Refunded in part: €5.00 of €290.00",
    });
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
  });

  it("a second part is shown with the first one", async () => {
    const sale = await sellYearly();
    for (const [now, inAll] of [
      [500, 500],
      [1_000, 1_500],
    ]) {
      const transaction = { order: sale.orderId, amount_paid: 29_000, refunded_amount: inAll };
      await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: now, transaction }));
    }
    expect(await paymentOf(sale)).toMatchObject({ attention: "Refunded in part: €15.00 of €290.00" });
  });

  it("is all of it where it is what was paid, although the event does not say how much that was", async () => {
    const sale = await sellYearly();
    const transaction = { order: sale.orderId, subscription: sale.subscriptionId };
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 28_999, transaction }));
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded" });
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000, transaction }));
    expect(await paymentOf(sale)).toMatchObject({ status: "refunded", attention: "refunded" });
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
  });

  it("a dispute that was won resumes, and what fell due meanwhile is granted; an older event changes nothing", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
    await deliver(ctx, moneyBackEvent("dispute.updated", sale, { status: "won" }, TWO_MONTHS_LATER));
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention: null });
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
  });

  it("a partial refund hides neither a dispute nor its end, whichever event comes first", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 500 }, TWO_MONTHS_LATER));
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    expect(await paymentOf(sale)).toMatchObject({ status: "disputed", attention: "disputed" });
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 500 }, LATER));
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, TWO_MONTHS_LATER));
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded" });
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
  });

  it("does not touch the instalments of a later payment, and a renewal starts anew", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    expect(await scheduleOf(sale)).toMatchObject({ pausedAt: null, pauseReason: null, grantsRemaining: 11 });
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }, LATER));
    expect(await scheduleOf(sale)).toMatchObject({ pausedAt: null });
    // The old cycle's instalments, due but paused, were not granted.
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: sale.userId } })).credits).toBe(2_000);
  });

  it("before its payment is recorded waits for it", async () => {
    ctx.setNow(PAID_AT);
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: PAID_AT });
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }));
    await applyWaitingMoneyBack(ctx);
    await deliver(ctx, publishedPaid(sale));
    await applyWaitingMoneyBack(ctx);
    expect(await paymentOf(sale)).toMatchObject({ status: "refunded" });
    expect(await scheduleOf(sale)).toMatchObject({ pauseReason: "refund" });
    const waiting = await ctx.db.webhookEvent.findMany({ where: { userId: sale.userId, eventType: "refund.created" } });
    expect(waiting).toMatchObject([{ outcome: "updated" }]);
  });

  it("of a renewal that is not recorded yet does not touch the first payment, whose order it names", async () => {
    const sale = await sellYearly();
    const renewal = { id: `tran_${sale.orderId}_1`, order: sale.orderId, amount_paid: 29_000, status: "refunded" };
    ctx.setNow(A_YEAR_LATER);
    await deliver(
      ctx,
      moneyBackEvent("refund.created", sale, { refund_amount: 29_000, transaction: renewal }, A_YEAR_LATER),
    );
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention: null });
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await applyWaitingMoneyBack(ctx);
    const payments = await ctx.db.payment.findMany({ where: { userId: sale.userId }, orderBy: { createdAt: "asc" } });
    expect(payments.map(({ status }) => status)).toEqual(["succeeded", "refunded"]);
    expect(await scheduleOf(sale)).toMatchObject({ pauseReason: "refund" });
  });

  it("is applied although a hundred others wait in vain before it", async () => {
    ctx.setNow(PAID_AT);
    const userId = await createUser(ctx);
    const other = publishedSale({ userId, key: "starter_yearly", paidAt: PAID_AT });
    await deliver(ctx, moneyBackEvent("refund.created", other));
    const waiting = await ctx.db.webhookEvent.findFirstOrThrow({ where: { paymentId: other.orderId } });
    await ctx.db.webhookEvent.createMany({
      data: Array.from({ length: 99 }, () => ({ ...waiting, id: randomUUID() })),
    });
    const sale = publishedSale({ userId, key: "starter_yearly", paidAt: PAID_AT });
    ctx.setNow(new Date(PAID_AT.getTime() + 1_000));
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }));
    await deliver(ctx, publishedPaid(sale));
    for (let minute = 1; minute <= 2; minute += 1) {
      ctx.setNow(new Date(PAID_AT.getTime() + minute * 60_000));
      await applyWaitingMoneyBack(ctx);
    }
    expect(await paymentOf(sale)).toMatchObject({ status: "refunded" });
  });

  it("is applied although another one, which waits longer, cannot be", async () => {
    ctx.setNow(PAID_AT);
    const [broken, sale] = [await createUser(ctx), await createUser(ctx)].map((userId) =>
      publishedSale({ userId, key: "starter_yearly", paidAt: PAID_AT }),
    ) as [PublishedSale, PublishedSale];
    for (const each of [broken, sale])
      await deliver(ctx, moneyBackEvent("refund.created", each, { refund_amount: 29_000 }));
    const where = { paymentId: broken.orderId };
    await ctx.db.webhookEvent.updateMany({ where, data: { payload: "unreadable", processedAt: new Date(0) } });
    await deliver(ctx, publishedPaid(sale));
    await applyWaitingMoneyBack(ctx);
    expect(await paymentOf(sale)).toMatchObject({ status: "refunded" });
    // It has had its turn, so that a hundred of its kind do not keep the others waiting.
    expect(await ctx.db.webhookEvent.findMany({ where })).toMatchObject([{ processedAt: PAID_AT }]);
    await ctx.db.webhookEvent.deleteMany({ where });
  });

  it("leaves the revenue of a day that was added up already", async () => {
    const sale = await sellYearly();
    ctx.setNow(TWO_MONTHS_LATER);
    for (let run = 0; run < 3; run += 1) await rollUpDays(ctx);
    const revenue = async () =>
      Number((await ctx.db.dailyTotals.findUniqueOrThrow({ where: { day: new Date("2026-03-10") } })).revenueCents);
    const before = await revenue();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    expect(await revenue()).toBe(before - 29_000);
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, LATER));
    expect(await revenue()).toBe(before);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
    // The tests after this one go back in time.
    await ctx.db.dailyTotals.deleteMany();
  });
});

describe("what administrators do about it", () => {
  it("sees the case, and takes back once what the purchase granted, instalments included", async () => {
    const sale = await sellYearly();
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }, LATER));
    const admin = await asAdmin();
    const { id: paymentId } = await paymentOf(sale);
    const { items } = await listPaymentCases(admin, {});
    expect(items.find(({ id }) => id === paymentId)).toMatchObject({
      status: "refunded",
      attention: "refunded",
      creditsGranted: 3_000,
      isTakenBack: false,
      schedule: { isPaused: true, totalCreditsRemaining: 9_000 },
    });
    await expect(takeBackCredits(admin, { paymentId, credits: 3_001 })).rejects.toThrow("must not exceed the 3000");
    const tries = await Promise.allSettled([1, 2, 3].map(() => takeBackCredits(admin, { paymentId })));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const entries = await ctx.db.creditLedger.findMany({ where: { userId: sale.userId, delta: { lt: 0 } } });
    expect(entries).toMatchObject([
      { delta: -3_000, reason: "refund", paymentId, actorId: admin.actor.id, balanceAfter: 0 },
    ]);
    expect((await paymentOf(sale)).attention).toBeNull();
    expect(await ctx.db.auditLog.findMany({ where: { targetId: sale.userId } })).toMatchObject([
      { action: "payment.take_back", actorId: admin.actor.id },
    ]);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("refuses to take back credits of a payment without refund, and of one that does not exist", async () => {
    const sale = await sellYearly();
    const admin = await asAdmin();
    const { id: paymentId } = await paymentOf(sale);
    await expect(takeBackCredits(admin, { paymentId })).rejects.toMatchObject({ code: "bad_request" });
    await expect(takeBackCredits(admin, { paymentId: "nothing" })).rejects.toMatchObject({ code: "not_found" });
    await expect(pauseSchedule(admin, { scheduleId: "nothing", isPaused: true })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("stops instalments, of a banned or canceled customer for example, and resumes them", async () => {
    const sale = await sellYearly();
    const admin = await asAdmin();
    const { id: scheduleId } = await scheduleOf(sale);
    await pauseSchedule(admin, { scheduleId, isPaused: true });
    // A dispute that is won does not undo what an administrator decided.
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, LATER));
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
    const { instalmentPlans } = await getBilling(await actAs(ctx, sale.userId));
    expect(instalmentPlans).toMatchObject([{ isPaused: true }]);
    await pauseSchedule(admin, { scheduleId, isPaused: false });
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
    const audit = await ctx.db.auditLog.findMany({ where: { targetId: sale.userId }, orderBy: { createdAt: "asc" } });
    expect(audit.map(({ action }) => action).sort()).toEqual(["schedule.resume", "schedule.stop"]);
  });

  it("closes the case of an unusual payment", async () => {
    ctx.setNow(PAID_AT);
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await deliver(ctx, { ...event, object: { ...event.object, order: { ...event.object.order, amount: 1 } } });
    const payment = await ctx.db.payment.findFirstOrThrow({ where: { userId } });
    expect(payment.attention).toBe("Paid $0.01, the price is $5.00");
    await dismissPaymentCase(await asAdmin(), { paymentId: payment.id });
    expect((await ctx.db.payment.findFirstOrThrow({ where: { userId } })).attention).toBeNull();
  });
});
