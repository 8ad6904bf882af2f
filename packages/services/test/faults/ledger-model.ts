import { findPlan, type SubscriptionKey } from "@app/core/billing/catalogue";
import { Temporal } from "temporal-polyfill";

interface ModelSchedule {
  perGrant: number;
  left: number;
  nextAt: Temporal.ZonedDateTime;
}

/** A simple model of the expected balances: a number per user and a list of dates per yearly plan. */
export class LedgerModel {
  readonly balances = new Map<string, number>();
  readonly #paid = new Set<string>();
  readonly #schedules = new Map<string, ModelSchedule & { userId: string }>();

  addUser(userId: string): void {
    this.balances.set(userId, 0);
  }

  add(userId: string, credits: number): void {
    this.balances.set(userId, this.balanceOf(userId) + credits);
  }

  balanceOf(userId: string): number {
    return this.balances.get(userId) ?? 0;
  }

  buyPack(userId: string, orderId: string): void {
    if (this.#isNewPayment(orderId)) this.add(userId, 200);
  }

  subscribe(
    userId: string,
    purchase: { orderId: string; subscriptionId: string; key: SubscriptionKey; now: Date },
  ): void {
    if (!this.#isNewPayment(purchase.orderId)) return;
    const plan = findPlan(purchase.key);
    if (!plan) throw new Error("no such plan");
    if (plan.grantSchedule.mode === "per_cycle") {
      this.add(userId, plan.creditsPerCycle);
      return;
    }
    this.#payDue(purchase.subscriptionId, purchase.now, Number.POSITIVE_INFINITY);
    const { creditsPerGrant, grantsPerCycle } = plan.grantSchedule;
    this.add(userId, creditsPerGrant);
    const nextAt = Temporal.Instant.from(purchase.now.toISOString()).toZonedDateTimeISO("UTC").add({ months: 1 });
    this.#schedules.set(purchase.subscriptionId, {
      userId,
      perGrant: creditsPerGrant,
      left: grantsPerCycle - 1,
      nextAt,
    });
  }

  /** The credits that a cron run without limits grants. */
  runCron(now: Date, instalmentsMax: number): void {
    for (const subscriptionId of [...this.#schedules.keys()]) this.#payDue(subscriptionId, now, instalmentsMax);
  }

  /** Credits of future instalments. */
  get owed(): number {
    return [...this.#schedules.values()].reduce((sum, schedule) => sum + schedule.perGrant * schedule.left, 0);
  }

  #isNewPayment(orderId: string): boolean {
    if (this.#paid.has(orderId)) return false;
    this.#paid.add(orderId);
    return true;
  }

  #payDue(subscriptionId: string, now: Date, instalmentsMax: number): void {
    const schedule = this.#schedules.get(subscriptionId);
    if (!schedule) return;
    for (
      let paid = 0;
      paid < instalmentsMax && schedule.left > 0 && schedule.nextAt.epochMilliseconds <= now.getTime();
      paid += 1
    ) {
      this.add(schedule.userId, schedule.perGrant);
      schedule.left -= 1;
      schedule.nextAt = schedule.nextAt.add({ months: 1 });
    }
    if (schedule.left === 0) this.#schedules.delete(subscriptionId);
  }
}
