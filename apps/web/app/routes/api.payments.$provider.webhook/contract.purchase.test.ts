import { checkoutCompletedEvent, subscriptionEvent } from "@app/sandbox/payments/events";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApp } from "../../../test/app";
import {
  billingStateAfter,
  countRows,
  PACK,
  PAID_AT,
  PLANS,
  readBillingState,
  saleOf,
} from "../../../test/billing-state";
import { createUser } from "../../../test/users";
import { planRecords, purchaseEvent, purchaseRecords, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const RECEIVED = { status: 200, body: { received: true } };

beforeAll(() => app.setNow(PAID_AT));

describe("200: what a purchase writes", () => {
  it.each([PACK, ...PLANS])("$key in the simple envelope", async (sale) => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: sale.key });
    expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    const { id, subscription_id } = event.object.order;
    const ids = { payment: id, ...(subscription_id ? { subscription: subscription_id } : {}) };
    expect(await readBillingState(app, userId)).toEqual(billingStateAfter(sale, userId, ids));
    expect(await app.db.creditLedger.findUnique({ where: { id } })).toMatchObject({ userId });
    expect(await app.db.webhookEvent.findFirst({ where: { paymentId: id } })).toMatchObject({
      outcome: "granted",
      userId,
    });
  });

  it.each(PLANS)("$key in the provider's own checkout.completed", async (sale) => {
    const userId = await createUser(app);
    const records = planRecords({ userId, key: sale.key }, PAID_AT);
    expect(await sendWebhook(app, checkoutCompletedEvent(records, PAID_AT))).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toEqual(billingStateAfter(sale, userId, idsOf(records)));
  });

  it.each(PLANS)("$key in the provider's own subscription.paid", async (sale) => {
    const userId = await createUser(app);
    const records = planRecords({ userId, key: sale.key }, PAID_AT);
    expect(await sendWebhook(app, subscriptionEvent("paid", records, PAID_AT))).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toEqual(billingStateAfter(sale, userId, idsOf(records)));
  });

  it("a pack in the provider's own shape", async () => {
    const userId = await createUser(app);
    const records = purchaseRecords({ userId, key: "pack_200" }, PAID_AT);
    expect(await sendWebhook(app, checkoutCompletedEvent(records, PAID_AT))).toMatchObject(RECEIVED);
    const ids = { payment: records.order.id, transaction: records.transaction.id };
    expect(await readBillingState(app, userId)).toEqual(billingStateAfter(PACK, userId, ids));
  });

  it("falls back to the event's id and an amount of nothing where there is no order", async () => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: "pack_200" });
    const bare = { ...event, object: { metadata: event.object.metadata } };
    expect(await sendWebhook(app, bare)).toMatchObject(RECEIVED);
    expect(await sendWebhook(app, bare)).toMatchObject(RECEIVED);
    const ids = { payment: event.id };
    expect(await readBillingState(app, userId)).toEqual(billingStateAfter({ ...PACK, amountCents: 0 }, userId, ids));
  });

  it("names the subscription after the payment where the event names none", async () => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: "starter_yearly" });
    const { id, amount } = event.object.order;
    await sendWebhook(app, { ...event, object: { ...event.object, order: { id, amount } } });
    expect(await readBillingState(app, userId)).toMatchObject({
      subscriptions: [{ id, planKey: "starter_yearly", status: "active" }],
      schedules: [{ subscriptionId: id, grantsRemaining: 11 }],
    });
  });

  it("adds to what is there: a balance, a debt, a second pack", async () => {
    const rich = await createUser(app, { credits: 70 });
    const indebted = await createUser(app, { credits: -500 });
    for (const userId of [rich, indebted, rich]) await sendWebhook(app, purchaseEvent({ userId, key: "pack_200" }));
    expect(await readBillingState(app, rich)).toMatchObject({ credits: 470, ledger: [{}, {}, { balanceAfter: 470 }] });
    expect(await readBillingState(app, indebted)).toMatchObject({
      credits: -300,
      ledger: [{}, { balanceAfter: -300 }],
    });
  });

  it("grants to a banned user who paid", async () => {
    const userId = await createUser(app, { banned: true });
    expect(await sendWebhook(app, purchaseEvent({ userId, key: "pro_monthly" }))).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 10_000, planKey: "pro_monthly" });
  });

  it("leaves the plan of a subscriber who buys a pack alone", async () => {
    const userId = await createUser(app, { planKey: "pro_yearly" });
    await sendWebhook(app, purchaseEvent({ userId, key: "pack_200" }));
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 200,
      planKey: "pro_yearly",
      subscriptions: [],
    });
  });

  it("queues one confirmation mail with the purchase", async () => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await sendWebhook(app, event);
    await sendWebhook(app, event);
    const jobs = await app.db.$queryRaw`
      SELECT task_identifier AS task FROM graphile_worker.jobs WHERE key = ${`purchase-confirmation:${event.object.order.id}`}`;
    expect(jobs).toEqual([{ task: "send-purchase-confirmation" }]);
  });
});

describe("200: one payment is granted once", () => {
  it("ten deliveries at once", async () => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: "starter_yearly" });
    const { id, subscription_id = "" } = event.object.order;
    const responses = await Promise.all(Array.from({ length: 10 }, () => sendWebhook(app, event)));
    for (const response of responses) expect(response).toMatchObject(RECEIVED);
    const sale = saleOf("starter_yearly");
    expect(await readBillingState(app, userId)).toEqual(
      billingStateAfter(sale, userId, { payment: id, subscription: subscription_id }),
    );
    const outcomes = await app.db.webhookEvent.groupBy({ by: ["outcome"], where: { paymentId: id }, _count: true });
    expect(outcomes).toEqual(
      expect.arrayContaining([
        { outcome: "granted", _count: 1 },
        { outcome: "duplicate", _count: 9 },
      ]),
    );
  });

  it.each([
    ["checkout first", [0, 1]],
    ["subscription first", [1, 0]],
    ["at once", null],
  ])("the two events of a first payment: %s", async (_name, order) => {
    const userId = await createUser(app);
    const records = planRecords({ userId, key: "pro_yearly" }, PAID_AT);
    const events = [checkoutCompletedEvent(records, PAID_AT), subscriptionEvent("paid", records, PAID_AT)];
    if (order) for (const i of order) expect(await sendWebhook(app, events[i] ?? {})).toMatchObject(RECEIVED);
    else
      for (const response of await Promise.all([...events, ...events].map((event) => sendWebhook(app, event))))
        expect(response).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toEqual(
      billingStateAfter(saleOf("pro_yearly"), userId, idsOf(records)),
    );
  });

  it("the two events of a first payment that share nothing but the transaction", async () => {
    const userId = await createUser(app);
    const records = planRecords({ userId, key: "pro_yearly" }, PAID_AT);
    const paid = subscriptionEvent("paid", records, PAID_AT);
    const object = { ...paid.object, last_transaction: records.transaction.id };
    await sendWebhook(app, checkoutCompletedEvent(records, PAID_AT));
    expect(await sendWebhook(app, { ...paid, object })).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toEqual(
      billingStateAfter(saleOf("pro_yearly"), userId, idsOf(records)),
    );
  });
});

describe("500", () => {
  it("a failure at the last write leaves nothing but the inbox, and the retry completes it", async () => {
    const userId = await createUser(app);
    const event = purchaseEvent({ userId, key: "pro_yearly" });
    const before = { books: await readBillingState(app, userId), counts: await countRows(app) };
    await app.db.$executeRaw`ALTER FUNCTION graphile_worker.add_jobs RENAME TO add_jobs_away`;
    const response = await sendWebhook(app, event).finally(
      () => app.db.$executeRaw`ALTER FUNCTION graphile_worker.add_jobs_away RENAME TO add_jobs`,
    );
    expect(response).toMatchObject({ status: 500, body: { error: "Internal server error" } });
    expect({ books: await readBillingState(app, userId), counts: await countRows(app) }).toEqual(before);
    const paymentId = event.object.order.id;
    expect(await app.db.webhookEvent.findFirst({ where: { paymentId } })).toMatchObject({ outcome: "received" });

    expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 10_000,
      schedules: [{ grantsRemaining: 11 }],
    });
  });
});

function idsOf(records: ReturnType<typeof planRecords>) {
  return { payment: records.order.id, transaction: records.transaction.id, subscription: records.subscription.id };
}
