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
import { PAID_AT, yearlySales } from "../../test/yearly-sales";
import { getBilling } from "../billing/get-billing";
import { verifyLedger } from "../ledger/verify-ledger";
import { dismissPaymentCase, listPaymentCases, pauseSchedule, takeBackCredits } from "./payment-cases";

const ctx = useTestContext();
const { sellYearly, grantTwoMonthsLater, paymentOf, scheduleOf, asAdmin } = yearlySales(ctx);
const A_YEAR_LATER = new Date("2027-03-10T12:00:00.000Z");
const LATER = new Date("2026-05-11T12:00:00.000Z");

const paymentOfTransaction = ({ orderId }: PublishedSale) =>
  ctx.db.payment.findUniqueOrThrow({ where: { providerTransactionId: `tran_${orderId}_0` } });

async function auditOf(userId: string): Promise<string[]> {
  const entries = await ctx.db.auditLog.findMany({ where: { targetId: userId }, select: { action: true } });
  return entries.map(({ action }) => action).sort();
}

describe("what administrators do about money that went back", () => {
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

  it("has what the buyer paid in all, tax included, as the receipt has", async () => {
    const sale = await sellYearly();
    const { id } = await paymentOf(sale);
    await ctx.db.payment.update({ where: { id }, data: { paidCents: 34_800, taxCents: 5_800 } });
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 34_800 }, LATER));
    const { items } = await listPaymentCases(await asAdmin(), {});
    expect(items.find((item) => item.id === id)).toMatchObject({ amountCents: 29_000, paidCents: 34_800 });
  });

  it("takes back nothing of a yearly plan's instalments with a payment after it was changed to a monthly plan", async () => {
    const yearly = await sellYearly();
    const changedAt = new Date("2026-04-01T11:00:00.000Z");
    ctx.setNow(changedAt);
    const monthly = { ...yearly, key: "starter_monthly", paidAt: changedAt, orderId: `ord_${randomUUID()}` } as const;
    await deliver(ctx, publishedPaid(monthly));
    expect(await grantTwoMonthsLater(yearly)).toBe(4_000);
    const { instalmentPlans } = await getBilling(await actAs(ctx, yearly.userId));
    expect(instalmentPlans.map(({ granted }) => granted.map(({ credits }) => credits))).toEqual([
      [1_000, 1_000, 1_000],
    ]);
    const admin = await asAdmin();
    for (const sale of [monthly, yearly]) {
      const transaction = { id: `tran_${sale.orderId}_0`, status: "refunded" };
      await deliver(ctx, moneyBackEvent("refund.created", sale, { transaction }, LATER));
    }
    const taken = async (sale: PublishedSale) =>
      (await takeBackCredits(admin, { paymentId: (await paymentOfTransaction(sale)).id })).credits;
    expect([await taken(monthly), await taken(yearly)]).toEqual([1_000, 3_000]);
  });

  it("takes back nothing of a newer yearly plan's instalments with a payment of the older one that came late", async () => {
    const old = publishedSale({ userId: await createUser(ctx), key: "starter_yearly", paidAt: PAID_AT });
    const paidAt = new Date("2026-03-11T11:00:00.000Z");
    const changed = { ...old, key: "pro_yearly", paidAt, orderId: `ord_${randomUUID()}` } as const;
    ctx.setNow(paidAt);
    for (const sale of [changed, old]) await deliver(ctx, publishedPaid(sale));
    expect(await grantTwoMonthsLater(old)).toBe(31_000);
    const { instalmentPlans } = await getBilling(await actAs(ctx, old.userId));
    expect(instalmentPlans[0]?.granted.map(({ credits }) => credits)).toEqual([10_000, 10_000, 10_000]);
    const admin = await asAdmin();
    for (const sale of [old, changed]) {
      const transaction = { id: `tran_${sale.orderId}_0`, status: "refunded" };
      await deliver(ctx, moneyBackEvent("refund.created", sale, { transaction }, LATER));
    }
    const taken = async (sale: PublishedSale) =>
      (await takeBackCredits(admin, { paymentId: (await paymentOfTransaction(sale)).id })).credits;
    expect([await taken(old), await taken(changed)]).toEqual([1_000, 30_000]);
  });

  it("is told, once a dispute is won, of credits that were taken back meanwhile", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    const { id: paymentId } = await paymentOf(sale);
    const admin = await asAdmin();
    await takeBackCredits(admin, { paymentId, credits: 400 });
    const won = moneyBackEvent("dispute.won", sale, {}, LATER);
    await deliver(ctx, won);
    const attention = "Dispute won, but 400 of its credits were taken back or not granted";
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention });
    expect((await listPaymentCases(admin, {})).items.find(({ id }) => id === paymentId)).toMatchObject({
      isTakenBack: true,
      schedule: { isPaused: false, totalCreditsRemaining: 11_000 },
    });
    await dismissPaymentCase(admin, { paymentId });
    await deliver(ctx, won);
    expect(await paymentOf(sale)).toMatchObject({ attention: null });
  });

  it("is told the same of a pack", async () => {
    ctx.setNow(PAID_AT);
    const sale = publishedSale({ userId: await createUser(ctx), key: "pack_200", paidAt: PAID_AT });
    await deliver(ctx, publishedCheckout(sale));
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    await takeBackCredits(await asAdmin(), { paymentId: (await paymentOf(sale)).id });
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, LATER));
    const attention = "Dispute won, but 200 of its credits were taken back or not granted";
    expect(await paymentOf(sale)).toMatchObject({ status: "succeeded", attention });
  });

  it("is told, once a dispute is won, of paused instalments that a renewal has replaced", async () => {
    const sale = await sellYearly();
    await grantTwoMonthsLater(sale);
    await deliver(ctx, moneyBackEvent("dispute.created", sale, {}, LATER));
    ctx.setNow(A_YEAR_LATER);
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, A_YEAR_LATER));
    const payments = await ctx.db.payment.findMany({ where: { userId: sale.userId }, orderBy: { createdAt: "asc" } });
    const attention = "Dispute won, but 9000 of its credits were taken back or not granted";
    expect(payments.map((payment) => payment.attention)).toEqual([attention, null]);
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
    expect(await auditOf(sale.userId)).toEqual(["schedule.resume", "schedule.stop"]);
  });

  it("is told of stopped instalments that a renewal has replaced, unless their money went back", async () => {
    const admin = await asAdmin();
    const [paid, refunded] = [await sellYearly(), await sellYearly()];
    for (const sale of [paid, refunded]) {
      expect(await grantTwoMonthsLater(sale)).toBe(3_000);
      await pauseSchedule(admin, { scheduleId: (await scheduleOf(sale)).id, isPaused: true });
    }
    await deliver(ctx, moneyBackEvent("refund.created", refunded, { refund_amount: 29_000 }, LATER));
    ctx.setNow(A_YEAR_LATER);
    const renew = async (sale: PublishedSale) => {
      await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
      return ctx.db.payment.findUniqueOrThrow({ where: { providerTransactionId: `tran_${sale.orderId}_1` } });
    };
    const attention = "This renewal has replaced stopped instalments of 9000 credits";
    const renewal = await renew(paid);
    expect(renewal).toMatchObject({ status: "succeeded", attention });
    expect((await listPaymentCases(admin, {})).items.find(({ id }) => id === renewal.id)).toMatchObject({ attention });
    expect(await renew(refunded)).toMatchObject({ status: "succeeded", attention: null });
    const transaction = { id: `tran_${paid.orderId}_1`, amount_paid: 29_000, refunded_amount: 500 };
    await deliver(ctx, moneyBackEvent("refund.created", paid, { transaction }, A_YEAR_LATER));
    const part = `${attention}. Refunded in part: €5.00 of €290.00`;
    expect(await ctx.db.payment.findUniqueOrThrow({ where: { id: renewal.id } })).toMatchObject({ attention: part });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("stays as it is when the provider sends the dispute again", async () => {
    const sale = await sellYearly();
    const admin = await asAdmin();
    const dispute = moneyBackEvent("dispute.created", sale);
    await deliver(ctx, dispute);
    await pauseSchedule(admin, { scheduleId: (await scheduleOf(sale)).id, isPaused: false });
    await dismissPaymentCase(admin, { paymentId: (await paymentOf(sale)).id });
    await deliver(ctx, dispute);
    expect(await scheduleOf(sale)).toMatchObject({ pausedAt: null });
    expect(await paymentOf(sale)).toMatchObject({ status: "disputed", attention: null });
    await deliver(ctx, moneyBackEvent("dispute.updated", sale, {}, LATER));
    expect(await scheduleOf(sale)).toMatchObject({ pauseReason: "dispute" });
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

  it("keeps a case open that has another reason than the one that the administrator has seen", async () => {
    ctx.setNow(PAID_AT);
    const sale = publishedSale({ userId: await createUser(ctx), key: "pack_200", paidAt: PAID_AT });
    await deliver(ctx, publishedCheckout(sale));
    const { id: paymentId } = await paymentOf(sale);
    const attention = "Paid $0.01, the price is $5.00";
    await ctx.db.payment.update({ where: { id: paymentId }, data: { attention } });
    await deliver(ctx, moneyBackEvent("dispute.created", sale, {}, LATER));
    const admin = await asAdmin();
    await expect(dismissPaymentCase(admin, { paymentId, attention })).rejects.toMatchObject({ code: "conflict" });
    expect(await paymentOf(sale)).toMatchObject({ status: "disputed", attention: "disputed" });
    await dismissPaymentCase(admin, { paymentId, attention: "disputed" });
    // Another administrator, or a first request whose response was lost, has done it.
    await dismissPaymentCase(admin, { paymentId, attention: "disputed" });
    expect(await paymentOf(sale)).toMatchObject({ attention: null });
    expect(await auditOf(sale.userId)).toEqual(["payment.dismiss"]);
  });

  it("takes back nothing where the case is another one, or larger, than the administrator has seen", async () => {
    const sale = await sellYearly();
    await deliver(ctx, moneyBackEvent("dispute.created", sale));
    const admin = await asAdmin();
    const { id: paymentId } = await paymentOf(sale);
    const seen = async () => (await listPaymentCases(admin, {})).items.find(({ id }) => id === paymentId);
    const disputed = await seen();
    // The customer has paid after all: a renewal came while the page was open, and the dispute was won.
    ctx.setNow(A_YEAR_LATER);
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, moneyBackEvent("dispute.won", sale, {}, A_YEAR_LATER));
    const asSeen = { paymentId, attention: disputed?.attention, seenGranted: disputed?.creditsGranted };
    await expect(takeBackCredits(admin, asSeen)).rejects.toMatchObject({ code: "conflict" });
    const won = await seen();
    expect(won?.attention).toContain("Dispute won");
    await expect(
      takeBackCredits(admin, { paymentId, attention: won?.attention, seenGranted: 999 }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await ctx.db.creditLedger.count({ where: { userId: sale.userId, delta: { lt: 0 } } })).toBe(0);
    expect((await seen())?.attention).toBe(won?.attention);
  });

  it("resumes no instalments of a payment that went back after the administrator has looked", async () => {
    const sale = await sellYearly();
    const admin = await asAdmin();
    const { id: scheduleId } = await scheduleOf(sale);
    await pauseSchedule(admin, { scheduleId, isPaused: true });
    const { updatedAt: seenUpdatedAt } = await scheduleOf(sale);
    ctx.setNow(LATER);
    await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }, LATER));
    const resume = { scheduleId, isPaused: false };
    await expect(pauseSchedule(admin, { ...resume, seenUpdatedAt })).rejects.toMatchObject({ code: "conflict" });
    expect(await grantTwoMonthsLater(sale)).toBe(1_000);
    const { updatedAt } = await scheduleOf(sale);
    // The second one repeats a request whose response was lost.
    for (const again of [updatedAt, updatedAt]) await pauseSchedule(admin, { ...resume, seenUpdatedAt: again });
    expect(await grantTwoMonthsLater(sale)).toBe(3_000);
  });

  it("is stopped and resumed once in the audit log, also by two administrators at the same time", async () => {
    const sale = await sellYearly();
    const admins = [await asAdmin(), await asAdmin()];
    const { id: scheduleId } = await scheduleOf(sale);
    for (const isPaused of [true, false])
      await Promise.all(admins.map((admin) => pauseSchedule(admin, { scheduleId, isPaused })));
    expect(await auditOf(sale.userId)).toEqual(["schedule.resume", "schedule.stop"]);
  });
});
