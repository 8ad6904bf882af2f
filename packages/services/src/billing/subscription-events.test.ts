import { randomUUID } from "node:crypto";
import type { CatalogueKey } from "@app/core/billing/catalogue";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { changeSubscription } from "../admin/subscriptions";
import { verifyLedger } from "../ledger/verify-ledger";

const ctx = useTestContext();
const FIRST_PAID_AT = Date.parse("2026-03-10T12:00:00.000Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const SHUFFLES = 12;

async function createSubscriber() {
  const userId = await createUser(ctx);
  return { userId, subscriptionId: `sub_${randomUUID()}` };
}
type Subscriber = Awaited<ReturnType<typeof createSubscriber>>;

const paid = (
  subscriber: Subscriber,
  day: number,
  eventType = "subscription.paid",
  key: CatalogueKey = "starter_monthly",
) => ({
  ...purchaseEvent({ ...subscriber, key, eventType }),
  created_at: FIRST_PAID_AT + day * DAY_MS,
});

const lifecycleEvent = ({ userId, subscriptionId }: Subscriber, day: number, name: string, status?: string) => ({
  id: `evt_${randomUUID()}`,
  eventType: `subscription.${name}`,
  created_at: FIRST_PAID_AT + day * DAY_MS,
  object: {
    object: "subscription",
    id: subscriptionId,
    ...(status ? { status } : {}),
    metadata: { userId, key: "starter_monthly", kind: "subscription" },
  },
});

async function read({ userId, subscriptionId }: Subscriber) {
  const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  const subscription = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  return { credits, status: subscription.status, at: subscription.statusEventAt.getTime() };
}

async function readPlans({ userId, subscriptionId }: Subscriber) {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  const subscription = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  return { subscription: subscription.planKey, user: user.planKey };
}

/** The same on every run, so that a failure can be looked at again. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const numbered = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { item, key: state };
  });
  return numbered.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

describe("a subscription's life", () => {
  it("follows the provider's events in order, and grants for payments alone", async () => {
    const subscriber = await createSubscriber();
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    const life: [day: number, name: string, status: string][] = [
      [1, "trialing", "trialing"],
      [2, "active", "active"],
      [30, "past_due", "past_due"],
      [33, "unpaid", "unpaid"],
      [34, "paused", "paused"],
      [35, "active", "active"],
      [36, "scheduled_cancel", "scheduled_cancel"],
      [60, "expired", "expired"],
    ];
    for (const [day, name, status] of life) {
      await deliver(ctx, lifecycleEvent(subscriber, day, name));
      expect(await read(subscriber)).toEqual({ credits: 1000, status, at: FIRST_PAID_AT + day * DAY_MS });
    }
    await deliver(ctx, lifecycleEvent(subscriber, 61, "update", "cancelled"));
    expect(await read(subscriber)).toMatchObject({ credits: 1000, status: "canceled" });
  });

  it("ends the same in whatever order its events come, each of them twice", async () => {
    for (let seed = 1; seed <= SHUFFLES; seed += 1) {
      const subscriber = await createSubscriber();
      const events = [
        paid(subscriber, 0, "checkout.completed"),
        lifecycleEvent(subscriber, 1, "active"),
        lifecycleEvent(subscriber, 28, "past_due"),
        paid(subscriber, 30),
        lifecycleEvent(subscriber, 45, "paused"),
        lifecycleEvent(subscriber, 58, "active"),
        paid(subscriber, 60),
        paid(subscriber, 65, "subscription.paid", "pro_monthly"),
        lifecycleEvent(subscriber, 70, "scheduled_cancel"),
      ];
      for (const event of shuffled([...events, ...events], seed)) await deliver(ctx, event);
      expect([seed, await read(subscriber)]).toEqual([
        seed,
        { credits: 13_000, status: "scheduled_cancel", at: FIRST_PAID_AT + 70 * DAY_MS },
      ]);
      expect([seed, await readPlans(subscriber)]).toEqual([seed, { subscription: "pro_monthly", user: "pro_monthly" }]);
    }
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("ends the same when its events come at the same moment", async () => {
    const subscriber = await createSubscriber();
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    const events = [
      paid(subscriber, 30),
      lifecycleEvent(subscriber, 31, "past_due"),
      paid(subscriber, 60),
      lifecycleEvent(subscriber, 61, "paused"),
    ];
    await Promise.all([...events, ...events].map((event) => deliver(ctx, event)));
    expect(await read(subscriber)).toMatchObject({ credits: 3000, status: "paused" });
  });

  it("is granted and announced once when it was canceled twice before its payment came", async () => {
    const subscriber = await createSubscriber();
    const life = ["scheduled_cancel", "active", "scheduled_cancel", "expired", "canceled"];
    for (const [day, name] of life.entries()) await deliver(ctx, lifecycleEvent(subscriber, day + 1, name));
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    expect(await read(subscriber)).toMatchObject({ credits: 1000, status: "canceled" });
    expect(await readJobs(ctx, `cancellation:${subscriber.subscriptionId}`)).toHaveLength(1);
  });

  it.each(["past_due", "unpaid", "paused", "expired", "canceled"])(
    "a payment is granted to one that is %s, and a newer one makes it active",
    async (name) => {
      const subscriber = await createSubscriber();
      await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
      await deliver(ctx, lifecycleEvent(subscriber, 40, name));
      await deliver(ctx, paid(subscriber, 30));
      expect(await read(subscriber)).toMatchObject({ credits: 2000, status: name });
      await deliver(ctx, paid(subscriber, 60));
      expect(await read(subscriber)).toMatchObject({ credits: 3000, status: "active" });
    },
  );

  it.each(["active", "past_due", "scheduled_cancel", "canceled"])(
    "takes on the plan of a payment, whether it comes before or after the event that it is %s",
    async (name) => {
      for (const isPaymentFirst of [true, false]) {
        const subscriber = await createSubscriber();
        await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
        const events = [paid(subscriber, 10, "subscription.paid", "pro_monthly"), lifecycleEvent(subscriber, 11, name)];
        for (const event of isPaymentFirst ? events : events.reverse()) await deliver(ctx, event);
        expect(await readPlans(subscriber)).toEqual({ subscription: "pro_monthly", user: "pro_monthly" });
      }
    },
  );

  it("leaves a user without a plan whose subscription an administrator canceled before an older payment came", async () => {
    const subscriber = await createSubscriber();
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    const admin = await actAs(ctx, await createUser(ctx));
    const { userId } = subscriber;
    ctx.setNow(new Date(FIRST_PAID_AT + 2 * DAY_MS));
    await changeSubscription(admin, { userId, planKey: "free", action: "cancel" });
    await deliver(ctx, paid(subscriber, 1, "subscription.paid", "pro_monthly"));
    expect(await readPlans(subscriber)).toEqual({ subscription: "pro_monthly", user: "free" });
  });

  it("keeps the user's plan from another subscription when a payment of this one comes late", async () => {
    const subscriber = await createSubscriber();
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    await deliver(ctx, lifecycleEvent(subscriber, 11, "active"));
    const other = { ...subscriber, subscriptionId: `sub_${randomUUID()}` };
    await deliver(ctx, paid(other, 12, "checkout.completed", "starter_yearly"));
    await deliver(ctx, paid(subscriber, 10, "subscription.paid", "pro_monthly"));
    expect(await readPlans(subscriber)).toEqual({ subscription: "pro_monthly", user: "starter_yearly" });
  });

  it("keeps the user's plan from a subscription that was bought later when this one's renewal comes late", async () => {
    const subscriber = await createSubscriber();
    const other = { ...subscriber, subscriptionId: `sub_${randomUUID()}` };
    await deliver(ctx, paid(subscriber, 0, "checkout.completed"));
    await deliver(ctx, paid(other, 31, "checkout.completed", "pro_monthly"));
    await deliver(ctx, paid(subscriber, 30));
    expect((await readPlans(other)).user).toBe("pro_monthly");
    await deliver(ctx, lifecycleEvent(other, 40, "canceled"));
    await deliver(ctx, paid(subscriber, 60));
    expect((await readPlans(other)).user).toBe("starter_monthly");
  });
});

it.each(["before", "after"])(
  "a trial knows its end from an event that is older than its checkout and comes %s it",
  async (order) => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "pro_yearly", paidAt: new Date(FIRST_PAID_AT) });
    const checkout = publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } });
    const endsAt = new Date(FIRST_PAID_AT + 7 * DAY_MS);
    const { object } = publishedPaid(sale);
    const trialing = {
      id: `evt_${randomUUID()}`,
      eventType: "subscription.trialing",
      created_at: FIRST_PAID_AT - 1_500,
      object: { ...object, status: "trialing", current_period_end_date: endsAt.toISOString() },
    };
    for (const event of order === "before" ? [trialing, checkout] : [checkout, trialing]) await deliver(ctx, event);
    const subscription = await ctx.db.subscription.findUniqueOrThrow({ where: { id: sale.subscriptionId } });
    expect(subscription).toMatchObject({ status: "trialing", currentPeriodEnd: endsAt });
  },
);
