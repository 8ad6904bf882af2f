import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";

const ctx = useTestContext();
const FIRST_PAID_AT = Date.parse("2026-03-10T12:00:00.000Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const SHUFFLES = 12;

async function subscriber() {
  const userId = await createUser(ctx);
  return { userId, subscriptionId: `sub_${randomUUID()}` };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const paid = (who: Subscriber, day: number, eventType = "subscription.paid") => ({
  ...purchaseEvent({ ...who, key: "starter_monthly", eventType }),
  created_at: FIRST_PAID_AT + day * DAY_MS,
});

const news = ({ userId, subscriptionId }: Subscriber, day: number, word: string, status?: string) => ({
  id: `evt_${randomUUID()}`,
  eventType: `subscription.${word}`,
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

/** The same on every run, so that a failure can be looked at again. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const keyed = items.map((item) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { item, key: state };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}

describe("a subscription's life", () => {
  it("follows the provider's words in order, and grants for payments alone", async () => {
    const who = await subscriber();
    await deliver(ctx, paid(who, 0, "checkout.completed"));
    const life: [day: number, word: string, status: string][] = [
      [1, "trialing", "trialing"],
      [2, "active", "active"],
      [30, "past_due", "past_due"],
      [33, "unpaid", "unpaid"],
      [34, "paused", "paused"],
      [35, "active", "active"],
      [36, "scheduled_cancel", "scheduled_cancel"],
      [60, "expired", "expired"],
    ];
    for (const [day, word, status] of life) {
      await deliver(ctx, news(who, day, word));
      expect(await read(who)).toEqual({ credits: 1000, status, at: FIRST_PAID_AT + day * DAY_MS });
    }
    await deliver(ctx, news(who, 61, "update", "cancelled"));
    expect(await read(who)).toMatchObject({ credits: 1000, status: "canceled" });
  });

  it("ends the same in whatever order its events come, each of them twice", async () => {
    for (let seed = 1; seed <= SHUFFLES; seed += 1) {
      const who = await subscriber();
      const events = [
        paid(who, 0, "checkout.completed"),
        news(who, 1, "active"),
        news(who, 28, "past_due"),
        paid(who, 30),
        news(who, 45, "paused"),
        news(who, 58, "active"),
        paid(who, 60),
        news(who, 70, "scheduled_cancel"),
      ];
      for (const event of shuffled([...events, ...events], seed)) await deliver(ctx, event);
      expect([seed, await read(who)]).toEqual([
        seed,
        { credits: 3000, status: "scheduled_cancel", at: FIRST_PAID_AT + 70 * DAY_MS },
      ]);
    }
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("ends the same when its events come at the same moment", async () => {
    const who = await subscriber();
    await deliver(ctx, paid(who, 0, "checkout.completed"));
    const events = [paid(who, 30), news(who, 31, "past_due"), paid(who, 60), news(who, 61, "paused")];
    await Promise.all([...events, ...events].map((event) => deliver(ctx, event)));
    expect(await read(who)).toMatchObject({ credits: 3000, status: "paused" });
  });

  it.each(["past_due", "unpaid", "paused", "expired", "canceled"])(
    "a payment is granted to one that is %s, and a newer one makes it active",
    async (word) => {
      const who = await subscriber();
      await deliver(ctx, paid(who, 0, "checkout.completed"));
      await deliver(ctx, news(who, 40, word));
      await deliver(ctx, paid(who, 30));
      expect(await read(who)).toMatchObject({ credits: 2000, status: word });
      await deliver(ctx, paid(who, 60));
      expect(await read(who)).toMatchObject({ credits: 3000, status: "active" });
    },
  );
});
