import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  deliver,
  moneyBackEvent,
  type PublishedSale,
  publishedCheckout,
  publishedPaid,
  publishedSale,
} from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { PAID_AT, TWO_MONTHS_LATER, yearlySales } from "../../test/yearly-sales";
import { deleteAccount } from "../account/delete-account";
import { dismissPaymentCase, pauseSchedule, takeBackCredits } from "../admin/payment-cases";
import { verifyLedger } from "../ledger/verify-ledger";
import { rollUpDays } from "../statistics/roll-up-days";
import { listOwnPayments } from "./get-billing";
import { applyWaitingMoneyBack } from "./money-back";
import { replayWebhookEvent } from "./receive-webhook";

const ctx = useTestContext();
const { sellYearly, grantTwoMonthsLater, paymentOf, scheduleOf, asAdmin } = yearlySales(ctx);
const A_YEAR_LATER = new Date("2027-03-10T12:00:00.000Z");
const LATER = new Date("2026-05-11T12:00:00.000Z");

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

  it("a part of it is shown once, also when its event comes again after an administrator has dealt with it", async () => {
    const sale = await sellYearly();
    const event = moneyBackEvent("refund.created", sale, { refund_amount: 500 });
    await deliver(ctx, event);
    await dismissPaymentCase(await asAdmin(), { paymentId: (await paymentOf(sale)).id });
    await deliver(ctx, event);
    expect(await paymentOf(sale)).toMatchObject({ attention: null, refundedCents: 500 });
    // Another refund of as much is another event.
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 500 }));
    expect(await paymentOf(sale)).toMatchObject({ attention: "Refunded in part: €5.00 of €290.00" });
  });

  it("a second part is shown with the first one, whichever event comes first, to the buyer too", async () => {
    const sale = await sellYearly();
    const refund = (now: number, inAll: number) =>
      moneyBackEvent("refund.created", sale, {
        refund_amount: now,
        transaction: { order: sale.orderId, amount_paid: 29_000, refunded_amount: inAll },
      });
    for (const event of [refund(500, 500), refund(1_000, 1_500), refund(700, 700)]) {
      await deliver(ctx, event);
    }
    expect(await paymentOf(sale)).toMatchObject({ attention: "Refunded in part: €15.00 of €290.00" });
    const { items } = await listOwnPayments(await actAs(ctx, sale.userId), {});
    expect(items[0]).toMatchObject({ status: "succeeded", refundedCents: 1_500 });
    await deliver(ctx, refund(27_500, 29_000));
    expect(await paymentOf(sale)).toMatchObject({ status: "refunded", refundedCents: 29_000 });
  });

  it("a part of it stays visible after a dispute", async () => {
    const sale = await sellYearly();
    for (const event of [
      moneyBackEvent("refund.created", sale, { refund_amount: 500 }),
      moneyBackEvent("dispute.created", sale),
      moneyBackEvent("dispute.won", sale, {}, LATER),
    ])
      await deliver(ctx, event);
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention: null, refundedCents: 500 });
  });

  it.each([
    ["before its end", [1, 0, 2]],
    ["after its end", [1, 2, 0]],
  ])(
    "a part of it that a later dispute has overtaken is shown once that is won: its event comes %s",
    async (_, order) => {
      const sale = await sellYearly();
      const events = [
        moneyBackEvent("refund.created", sale, { refund_amount: 500 }),
        moneyBackEvent("dispute.created", sale, {}, TWO_MONTHS_LATER),
        moneyBackEvent("dispute.won", sale, {}, LATER),
      ];
      for (const index of order) await deliver(ctx, events[index] ?? {});
      expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", refundedCents: 500 });
      const { items } = await listOwnPayments(await actAs(ctx, sale.userId), {});
      expect(items[0]).toMatchObject({ status: "succeeded", refundedCents: 500 });
      expect(await grantTwoMonthsLater(sale)).toBe(3_000);
    },
  );

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

  it("names instalments in the inbox only where there are any, and says whether they resume", async () => {
    const admin = await asAdmin();
    const won = async (sale: PublishedSale) => {
      const event = moneyBackEvent("dispute.won", sale, {}, LATER);
      await deliver(ctx, event);
      return ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
    };
    const resumed = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", resumed));
    expect(await won(resumed)).toMatchObject({ outcome: "updated", detail: "dispute won, instalments resumed" });
    const stopped = await sellYearly();
    await pauseSchedule(admin, { scheduleId: (await scheduleOf(stopped)).id, isPaused: true });
    await deliver(ctx, moneyBackEvent("dispute.created", stopped));
    expect(await won(stopped)).toMatchObject({ outcome: "updated", detail: "dispute won, instalments stay stopped" });
    expect(await scheduleOf(stopped)).toMatchObject({ pauseReason: "admin" });
    const pack = publishedSale({ userId: await createUser(ctx), key: "pack_200", paidAt: PAID_AT });
    await deliver(ctx, publishedCheckout(pack));
    const dispute = moneyBackEvent("dispute.created", pack);
    await deliver(ctx, dispute);
    const stored = await ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: dispute.id } });
    expect(stored).toMatchObject({ outcome: "updated", detail: "payment disputed" });
    expect(await won(pack)).toMatchObject({ outcome: "updated", detail: "dispute won" });
  });

  it("a dispute that was won asks nobody to give credits to a deleted account", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    await ctx.db.subscription.updateMany({ where: { userId: sale.userId }, data: { status: "canceled" } });
    const owner = await actAs(ctx, sale.userId);
    await deleteAccount(owner, { email: owner.actor.email, password: undefined });
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, LATER));
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention: null });
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

  it("a part of it does not hide that a won dispute has left credits missing", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    await takeBackCredits(await asAdmin(), { paymentId: (await paymentOf(sale)).id });
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, TWO_MONTHS_LATER));
    const missing = "Dispute won, but 1000 of its credits were taken back or not granted";
    expect(await paymentOf(sale)).toMatchObject({ attention: missing });
    for (const [cents, part] of [
      [500, "€5.00"],
      [700, "€7.00"],
    ] as const) {
      await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: cents }, LATER));
      expect(await paymentOf(sale)).toMatchObject({ attention: `${missing}. Refunded in part: ${part} of €290.00` });
    }
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

  it("before its payment is still applied when that is recorded after months", async () => {
    ctx.setNow(PAID_AT);
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: PAID_AT });
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    ctx.setNow(TWO_MONTHS_LATER);
    await applyWaitingMoneyBack(ctx);
    // Reconciling may find a payment that late.
    await deliver(ctx, publishedPaid(sale));
    ctx.setNow(new Date(TWO_MONTHS_LATER.getTime() + 3_600_000));
    await applyWaitingMoneyBack(ctx);
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded" });
    ctx.setNow(new Date(TWO_MONTHS_LATER.getTime() + 25 * 3_600_000));
    await applyWaitingMoneyBack(ctx);
    expect(await paymentOf(sale)).toMatchObject({ status: "disputed" });
    expect(await scheduleOf(sale)).toMatchObject({ pauseReason: "dispute" });
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

  it("keeps in the inbox that it was applied when two administrators replay its event", async () => {
    const sale = await sellYearly();
    const event = moneyBackEvent("dispute.created", sale, { amount: 29_000 });
    await deliver(ctx, event);
    const eventOf = () => ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
    const applied = await eventOf();
    expect(applied).toMatchObject({ outcome: "updated", detail: "payment disputed, instalments paused" });
    for (const replayed of await Promise.all([1, 2].map(() => replayWebhookEvent(ctx, applied.id))))
      expect(replayed).toMatchObject({ outcome: "recorded", detail: "older than what is known" });
    expect(await eventOf()).toEqual(applied);
  });
});
