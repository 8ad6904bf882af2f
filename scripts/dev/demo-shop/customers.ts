import { findPlan } from "@app/core/billing/catalogue";
import type { Random } from "@app/sandbox/demo/random";
import type { ServiceContext } from "@app/services/context";
import { grantInstalments } from "@app/services/schedule/run-due-grants";
import { conversationsOf, type Story, type Turn } from "./cast";
import { DEMO_WORKS, imagesOf } from "./demo-files";
import { delivered, type PastProvider } from "./provider";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, type Timeline } from "./timeline";
import type { WorkLog } from "./work-log";

/** The mean time between two works. */
const PAUSE_MS = { free: 30 * HOUR_MS, starter: 20 * HOUR_MS, pro: 5 * HOUR_MS };
const DAYS_OFF = new Set([0, 6]);

export interface Customer {
  id: string;
  name: string;
  email: string;
  isChinese: boolean;
  story: Story;
}

export interface Shop {
  ctx: ServiceContext;
  timeline: Timeline;
  provider: PastProvider;
  log: WorkLog;
  random: Random;
}

/** Runs a use case that changes balances: what was written before must be in the database, and the new balances are read. */
export async function withMoney(log: WorkLog, act: () => Promise<unknown>): Promise<void> {
  await log.flush();
  await act();
  await log.readBalances();
}

/** Plans a customer's purchases, from the first one on. */
export function planPurchases(shop: Shop, customer: Customer, joinedAt: Date): void {
  const { timeline, random } = shop;
  const { plan, packs = 0, trialDays } = customer.story;
  if (plan)
    timeline.plan(later(joinedAt, random.between(0.2, 20) * HOUR_MS), () => subscribe(shop, customer, plan, trialDays));
  for (let index = 0; index < packs; index += 1)
    timeline.plan(later(joinedAt, (index * 11 + random.between(0.1, 6)) * DAY_MS), () => buyPack(shop, customer));
}

async function buyPack({ provider, timeline, log }: Shop, customer: Customer): Promise<void> {
  await withMoney(log, async () => {
    const { records } = await provider.buy(customer, "pack_200");
    const { turn } = customer.story;
    if (turn?.what === "dispute")
      timeline.plan(later(timeline.now(), turn.day * DAY_MS), async () => {
        delivered(await provider.operations.dispute(records.order.id));
      });
  });
}

export async function subscribe(shop: Shop, customer: Customer, plan: string, trialDays?: number): Promise<void> {
  const { provider, timeline, log } = shop;
  await withMoney(log, async () => {
    const { records } = await provider.buy(customer, plan, trialDays);
    const { subscription, order } = records;
    if (!subscription) throw new Error(`${plan} is no subscription`);
    const { turn } = customer.story;
    if (turn)
      timeline.plan(later(timeline.now(), turn.day * DAY_MS), () => change(shop, subscription.id, order.id, turn.what));
    planRenewal(shop, subscription.id, subscription.periodEnd);
    planInstalments(shop, plan, timeline.now());
  });
}

/** The provider charges the next period, unless the subscription has ended by then. */
function planRenewal(shop: Shop, subscriptionId: string, at: Date): void {
  const { provider, timeline, log } = shop;
  timeline.plan(at, async () => {
    const status = provider.statusOf(subscriptionId);
    if (status === "scheduled_cancel") delivered(await provider.operations.cancel(subscriptionId, "immediate"));
    if (status !== "active" && status !== "trialing") return;
    await withMoney(log, async () => {
      const { records } = delivered(await provider.operations.renew(subscriptionId));
      planRenewal(shop, subscriptionId, records.subscription.periodEnd);
    });
  });
}

/** The hourly run that grants each instalment of a yearly plan. */
function planInstalments({ ctx, timeline, log }: Shop, plan: string, paidAt: Date): void {
  const schedule = findPlan(plan)?.grantSchedule;
  if (schedule?.mode !== "installments") return;
  for (let month = 1; month < schedule.grantsPerCycle; month += 1) {
    const due = new Date(paidAt);
    due.setUTCMonth(due.getUTCMonth() + month);
    timeline.plan(later(due, HOUR_MS), () => withMoney(log, () => grantInstalments(ctx)));
  }
}

async function change(shop: Shop, subscriptionId: string, orderId: string, what: Turn): Promise<void> {
  const { operations } = shop.provider;
  await withMoney(shop.log, async () => {
    switch (what) {
      case "cancel":
        return delivered(await operations.cancel(subscriptionId, "immediate"));
      case "cancel_at_end":
        return delivered(await operations.cancel(subscriptionId, "scheduled"));
      case "past_due":
      case "unpaid":
      case "paused":
      case "expired":
        return delivered(await operations.changeStatus(subscriptionId, what));
      case "upgrade":
        return delivered(await operations.upgrade(subscriptionId, shop.provider.productOf("pro_monthly")));
      case "refund":
        return delivered(await operations.refund(orderId));
      case "partial_refund":
        return delivered(await operations.refund(orderId, PARTLY_REFUNDED_CENTS));
      case "dispute":
        return delivered(await operations.dispute(orderId));
    }
  });
}

const PARTLY_REFUNDED_CENTS = 1_000;

const FAILED_SHARE = { image: 0.04, video: 0.07, chat: 0.03 };

/** Plans a customer's work: now and then, more with a larger plan, less at weekends. */
export function planWork(shop: Shop, customer: Customer, from: Date): void {
  const { timeline, random, log } = shop;
  const balance = log.balanceOf(customer.id);
  const pause = balance > 2_000 ? PAUSE_MS.pro : balance > 150 ? PAUSE_MS.starter : PAUSE_MS.free;
  const next = later(from, Math.max(5 * MINUTE_MS, -Math.log(1 - random.next()) * pause));
  timeline.plan(next, () => {
    if (!DAYS_OFF.has(next.getUTCDay()) || random.chance(0.5)) work(shop, customer, next);
    planWork(shop, customer, next);
  });
}

function work({ random, log }: Shop, { id: userId, isChinese }: Customer, at: Date): void {
  const kind = random.next();
  if (kind < 0.45) {
    const messages = random.pick(conversationsOf(isChinese));
    log.chat({ userId, messages, at, isInterrupted: random.chance(FAILED_SHARE.chat) });
  } else {
    const type = kind < 0.88 ? "image" : "video";
    const works = type === "image" ? imagesOf(isChinese) : DEMO_WORKS.videos;
    log.generate(type, { userId, work: random.pick(works), at, fails: random.chance(FAILED_SHARE[type]) });
  }
}
