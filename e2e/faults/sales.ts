import { DEMO_PRODUCTS } from "@app/sandbox/payments/demo-products";
import { checkoutCompletedEvent, type ProviderEvent, subscriptionEvent } from "@app/sandbox/payments/events";
import { renewSubscription } from "@app/sandbox/payments/purchases";
import type { SeededRandom } from "@app/sandbox/testing/fault-tests";
import { samplePurchase, sampleSubscription } from "@app/sandbox/testing/sample-purchase";

/** One payment at the provider, with what it must lead to. */
export interface Sale {
  transactionId: string;
  userId: string;
  credits: number;
  /** Its webhook events. The first payment of a plan has two, in either order. */
  events: ProviderEvent[];
}

type PlanRecords = Parameters<typeof renewSubscription>[0];

/** Credits granted at once: the first instalment of a yearly plan, otherwise all. */
const CREDITS = { pack_200: 200, starter_monthly: 1_000, starter_yearly: 1_000, pro_yearly: 10_000 } as const;
type Key = keyof typeof CREDITS;

/** Plays the payment provider: sells packs and plans to one user after another, and renews the plans. */
export class Shop {
  readonly #plans: { userId: string; key: Key; records: PlanRecords }[] = [];

  constructor(private readonly random: SeededRandom) {}

  sell(userId: string): Sale {
    const key = this.random.pick(["pack_200", "pack_200", "starter_monthly", "starter_yearly", "pro_yearly"] as const);
    const now = new Date();
    if (key === "pack_200") {
      const records = samplePurchase(sample(userId, key, now));
      return saleOf(userId, key, records, [checkoutCompletedEvent(records, now)]);
    }
    const records = sampleSubscription(sample(userId, key, now));
    const events = [checkoutCompletedEvent(records, now), subscriptionEvent("paid", records, now)];
    this.#plans.push({ userId, key, records });
    return saleOf(userId, key, records, this.random.shuffle(events));
  }

  /** The next payment of a plan sold earlier; null when there is none. */
  renew(): Sale | null {
    const plan = this.#plans[this.random.integer(this.#plans.length)];
    if (!plan) return null;
    const now = new Date();
    const records = renewSubscription(plan.records, now);
    plan.records = records;
    return saleOf(plan.userId, plan.key, records, [subscriptionEvent("paid", records, now)]);
  }
}

function saleOf(userId: string, key: Key, records: { transaction: { id: string } }, events: ProviderEvent[]): Sale {
  return { transactionId: records.transaction.id, userId, credits: CREDITS[key], events };
}

function sample(userId: string, key: Key, paidAt: Date) {
  const product = DEMO_PRODUCTS.get(key);
  if (!product) throw new Error(`The sandbox does not sell ${key}`);
  const kind = key === "pack_200" ? "one_time" : "subscription";
  return { paidAt, metadata: { userId, key, kind }, product: { ...product, id: key } };
}
