import { addMonthsUtc } from "@app/core/schedule/instalments";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { describe, expect, it } from "vitest";
import { applyWaitingMoneyBack } from "../../src/billing/money-back";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import { runDueGrants } from "../../src/schedule/run-due-grants";
import {
  deliver,
  moneyBackEvent,
  type PublishedSale,
  publishedCheckout,
  publishedPaid,
  publishedSale,
} from "../provider-events";
import { createUser, useTestContext } from "../test-context";

const SALES = faultScale({ short: 15, long: 200 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 600_000 });
const CRON_RUNNERS = 4;
const RUN_LIMITS = { schedulesMax: 5, instalmentsMax: 2 };
const RUNS_MAX = 10_000;
const INSTALMENTS = 12;

const ctx = useTestContext();
const PAID_AT = new Date("2026-03-10T11:00:00.000Z");

type EventOf = (sale: PublishedSale) => object;
const checkout: EventOf = (sale) => publishedCheckout(sale);
const payment: EventOf = (sale) => publishedPaid(sale);
const renewal: EventOf = (sale) => publishedPaid(sale, { cycle: 1 });
const trial: EventOf = (sale) =>
  publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } });
const ORDERS: [string, EventOf[]][] = [
  ["checkout, payment, renewal", [checkout, payment, renewal]],
  ["checkout, renewal, payment", [checkout, renewal, payment]],
  ["payment, checkout, renewal", [payment, checkout, renewal]],
  ["payment, renewal, checkout", [payment, renewal, checkout]],
  ["renewal, checkout, payment", [renewal, checkout, payment]],
  ["renewal, payment, checkout", [renewal, payment, checkout]],
];

function sell(key: PublishedSale["key"]): Promise<PublishedSale[]> {
  const one = async () => publishedSale({ userId: await createUser(ctx), key, paidAt: PAID_AT });
  return Promise.all(Array.from({ length: SALES }, one));
}

/** The number of sales by final balance. */
async function balances(sales: readonly PublishedSale[]): Promise<Record<number, number>> {
  const users = await ctx.db.user.findMany({ where: { id: { in: sales.map(({ userId }) => userId) } } });
  const counts: Record<number, number> = {};
  for (const { credits } of users) counts[credits] = (counts[credits] ?? 0) + 1;
  return counts;
}

async function report(what: string): Promise<void> {
  const { differences } = await verifyLedger(ctx.db);
  expect(differences).toEqual([]);
  console.log(`fault: ${what}: ${SALES} sales, ${differences.length} differences`);
}

describe("the published events of a subscription, in every order", { timeout: TEST_MAX_MS }, () => {
  it.each(ORDERS)("%s: the first payment and the renewal are granted once each", async (order, events) => {
    const sales = await sell("starter_monthly");
    const deliverInOrder = async (sale: PublishedSale) => {
      for (const eventOf of events) await deliver(ctx, eventOf(sale));
    };
    await Promise.all(sales.map(deliverInOrder));
    expect(await balances(sales)).toEqual({ 2000: SALES });
    await report(order);
  });

  it("all at the same time, each twice", async () => {
    const sales = await sell("pro_yearly");
    const events = [checkout, payment, renewal, checkout, payment, renewal];
    await Promise.all(sales.flatMap((sale) => events.map((eventOf) => deliver(ctx, eventOf(sale)))));
    expect(await balances(sales)).toEqual({ 20000: SALES });
    await report("all at the same moment");
  });

  it("the promotion of a trial grants one cycle, whichever event comes first", async () => {
    const sales = await sell("starter_monthly");
    const deliverBoth = (sale: PublishedSale, index: number) => {
      const events = [trial, renewal].map((eventOf) => eventOf(sale));
      return Promise.all((index % 2 === 0 ? events : events.toReversed()).map((event) => deliver(ctx, event)));
    };
    await Promise.all(sales.map(deliverBoth));
    expect(await balances(sales)).toEqual({ 1000: SALES });
    const ids = sales.map(({ subscriptionId }) => subscriptionId);
    expect(await ctx.db.subscription.count({ where: { id: { in: ids }, status: "active" } })).toBe(SALES);
    await report("promotion of a trial");
  });
});

describe("refunds during cron", { timeout: TEST_MAX_MS }, () => {
  it("pause remaining instalments, and keep granted ones", async () => {
    ctx.setNow(PAID_AT);
    const sales = await sell("starter_yearly");
    await Promise.all(sales.map((sale) => deliver(ctx, payment(sale))));
    ctx.setNow(addMonthsUtc(PAID_AT, INSTALMENTS));
    const isRefunded = (_sale: PublishedSale, index: number) => index % 2 === 0;
    const refunded = sales.filter(isRefunded);
    const kept = sales.filter((sale, index) => !isRefunded(sale, index));

    let refunding = true;
    const runCron = async () => {
      for (let run = 0; run < RUNS_MAX; run += 1) {
        const wasLast = !refunding;
        if ((await runDueGrants(ctx, RUN_LIMITS)).processed === 0 && wasLast) return;
      }
      throw new Error(`Instalments were still due after ${RUNS_MAX} runs`);
    };
    const refundAll = async () => {
      for (const sale of refunded)
        await deliver(ctx, moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }));
      refunding = false;
    };
    await Promise.all([refundAll(), ...Array.from({ length: CRON_RUNNERS }, runCron)]);
    await applyWaitingMoneyBack(ctx);

    expect(await balances(kept)).toEqual({ [INSTALMENTS * 1_000]: kept.length });
    for (const { userId } of refunded) {
      const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
      const schedule = await ctx.db.subscriptionCreditSchedule.findFirst({ where: { userId } });
      // Granted and paused instalments together are the whole cycle.
      expect(credits + (schedule?.totalCreditsRemaining ?? 0)).toBe(INSTALMENTS * 1_000);
      expect(schedule?.pauseReason ?? "refund").toBe("refund");
    }
    const paused = await ctx.db.subscriptionCreditSchedule.count({ where: { pauseReason: "refund" } });
    await report(`refund during cron (${paused} of ${refunded.length} schedules paused before their end)`);
  });
});
