import { randomUUID } from "node:crypto";
import { findPlan } from "@app/core/billing/catalogue";
import { SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import { purchaseGrant } from "@app/core/credits/grants";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyWaitingMoneyBack } from "../../src/billing/money-back";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import {
  deliver,
  moneyBackEvent,
  type PublishedSale,
  publishedCheckout,
  publishedPaid,
  publishedSale,
} from "../provider-events";
import { createUser, useTestContext } from "../test-context";

const LIVES = faultScale({ short: 25, long: 2_000 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 1_800_000 });
const PAID_AT = new Date("2026-03-10T11:00:00.000Z");
const DAY_MS = 86_400_000;

const ctx = useTestContext();
const onDay = (day: number) => new Date(PAID_AT.getTime() + day * DAY_MS);

interface Life {
  key: "starter_monthly" | "pro_monthly" | "pro_yearly";
  renewals: number;
  statuses: [day: number, status: string][];
  moneyBack: "refund.created" | "dispute.created" | null;
  /** Whether the buyer has an endpoint, which is told of each change. */
  hasEndpoint: boolean;
  areAtOnce: boolean;
  /** Sorts the events of this life, and those that come twice. */
  order: number[];
}

const EVENTS_MAX = 16;
const life: fc.Arbitrary<Life> = fc.record({
  key: fc.constantFrom("starter_monthly", "pro_monthly", "pro_yearly"),
  renewals: fc.integer({ min: 0, max: 2 }),
  statuses: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(...SUBSCRIPTION_STATUSES)), {
    maxLength: 4,
  }),
  moneyBack: fc.constantFrom(null, null, "refund.created", "dispute.created"),
  hasEndpoint: fc.boolean(),
  areAtOnce: fc.boolean(),
  order: fc.array(fc.nat(), { minLength: EVENTS_MAX, maxLength: EVENTS_MAX }),
});

function statusEvent({ userId, key, subscriptionId }: PublishedSale, day: number, status: string) {
  return {
    id: `evt_${randomUUID()}`,
    eventType: `subscription.${status}`,
    created_at: onDay(day).getTime(),
    object: { object: "subscription", id: subscriptionId, status, metadata: { userId, key, kind: "subscription" } },
  };
}

/** The events of a life, some of them twice, in its order. */
function eventsOf(sale: PublishedSale, { renewals, statuses, moneyBack, order }: Life): object[] {
  const events = [
    publishedCheckout(sale),
    ...Array.from({ length: renewals + 1 }, (_, cycle) => publishedPaid(sale, { cycle })),
    ...statuses.map(([day, status]) => statusEvent(sale, day, status)),
    ...(moneyBack ? [moneyBackEvent(moneyBack, sale, { status: "succeeded" }, onDay(3))] : []),
  ];
  const repeated = events.filter((_, index) => (order[index] ?? 0) % 4 === 0);
  const numbered = [...events, ...repeated].map((event, index) => ({ event, number: order[index] ?? index }));
  return numbered.sort((a, b) => a.number - b.number).map(({ event }) => event);
}

it(
  `every payment of ${LIVES} subscriptions is granted once, in whatever order their events come`,
  async () => {
    const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 2 ** 31);
    console.log(`fault: events in any order: seed ${seed}`);
    await fc.assert(
      fc.asyncProperty(life, async (one) => {
        const userId = await createUser(ctx);
        const endpoint = { userId, url: "https://hook.example/", events: ["subscription.updated"], sealedSecret: "" };
        if (one.hasEndpoint) await ctx.db.webhookEndpoint.create({ data: endpoint });
        const events = eventsOf(publishedSale({ userId, key: one.key, paidAt: PAID_AT }), one);
        if (one.areAtOnce) await Promise.all(events.map((event) => deliver(ctx, event)));
        else for (const event of events) await deliver(ctx, event);
        await applyWaitingMoneyBack(ctx);
        const plan = findPlan(one.key);
        const creditsOfPayment = plan ? purchaseGrant(plan).credits : 0;
        const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
        expect(credits).toBe(creditsOfPayment * (one.renewals + 1));
      }),
      { numRuns: LIVES, seed },
    );
    const { differences } = await verifyLedger(ctx.db);
    expect(differences).toEqual([]);
    console.log(`fault: events in any order: ${LIVES} subscriptions, ${differences.length} differences, seed ${seed}`);
  },
  TEST_MAX_MS,
);
