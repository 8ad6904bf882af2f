import { checkoutCompletedEvent, subscriptionEvent } from "@app/sandbox/payments/events";
import { faultScale, seededRandom } from "@app/sandbox/testing/fault-tests";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { expect, it } from "vitest";
import { useTestApp } from "../app";
import { createUser } from "../users";
import { planRecords, purchaseEvent, sendWebhook } from "../webhooks";

const app = useTestApp({ env: { RATE_LIMITS: "off" } });

const PAYMENTS = faultScale({ short: 100, long: 2_000 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 1_200_000 });
const COPIES = 5;
const AT_ONCE = 64;
const BUYERS = 40;
/** Every fifth payment is announced by two events. */
const PAIR_EVERY = 5;
const SEED = 20_260_101;

/** Credits that each key grants at once. */
const SOLD = [
  ["pack_200", 200],
  ["starter_monthly", 1_000],
  ["pro_monthly", 10_000],
  ["starter_yearly", 1_000],
] as const;

interface Payment {
  id: string;
  userId: string;
  credits: number;
  events: object[];
}

function payment(number: number, userId: string): Payment {
  if (number % PAIR_EVERY === 0) {
    const paidAt = new Date();
    const records = planRecords({ userId, key: "pro_yearly" }, paidAt);
    const events = [checkoutCompletedEvent(records, paidAt), subscriptionEvent("paid", records, paidAt)];
    return { id: records.order.id, userId, credits: 10_000, events };
  }
  const [key, credits] = SOLD[number % SOLD.length] ?? SOLD[0];
  const event = purchaseEvent({ userId, key });
  return { id: event.object.order.id, userId, credits, events: [event] };
}

async function deliverAll(events: readonly object[]): Promise<Map<number, number>> {
  const waiting = [...events];
  const statuses = new Map<number, number>();
  const sender = async () => {
    for (let event = waiting.pop(); event; event = waiting.pop()) {
      const { status } = await sendWebhook(app, event);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  return statuses;
}

it(
  "grants every payment once, however many copies of its events come at once and in whatever order",
  async () => {
    const startedAt = performance.now();
    const userIds = await Promise.all(Array.from({ length: BUYERS }, () => createUser(app)));
    const payments = Array.from({ length: PAYMENTS }, (_, number) => payment(number, userIds[number % BUYERS] ?? ""));
    const copies = payments.flatMap(({ events }) => Array.from({ length: COPIES }, () => events).flat());
    const statuses = await deliverAll(seededRandom(SEED).shuffle(copies));

    const grants = await app.db.creditLedger.findMany({ select: { id: true, userId: true, delta: true } });
    const granted = new Map(grants.map((grant) => [grant.id, grant]));
    const lost = payments.filter(({ id, userId, credits }) => {
      const grant = granted.get(id);
      return grant?.userId !== userId || grant.delta !== credits;
    });
    const doubled = grants.length - (payments.length - lost.length);
    const { differences } = await verifyLedger(app.db);
    console.log(
      `fault: webhook storm: ${PAYMENTS} payments, ${copies.length} deliveries, ${AT_ONCE} at once: ${lost.length} lost, ` +
        `${doubled} doubled, responses ${JSON.stringify([...statuses])}, ${differences.length} differences; ` +
        `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    );
    expect({ lost, doubled, differences }).toEqual({ lost: [], doubled: 0, differences: [] });
    expect([...statuses]).toEqual([[200, copies.length]]);
    expect(await app.db.payment.count()).toBe(PAYMENTS);
    const planPayments = payments.filter(({ events }) => events.length > 1).length;
    expect(await app.db.subscriptionCreditSchedule.count({ where: { planKey: "pro_yearly" } })).toBe(planPayments);
  },
  TEST_MAX_MS,
);
