import { randomUUID } from "node:crypto";
import { CATALOGUE, type CatalogueKey } from "@app/core/billing/catalogue";
import { parseProviderEvent } from "@app/core/billing/provider-event";
import { describe, expect, it } from "vitest";
import { lockWaits } from "../../test/database-state";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { type StoredEvent, storeProviderEvent } from "./receive-webhook";
import { recordPlainPayment } from "./record-plain-payment";
import { recordPurchase } from "./record-purchase";
import { resolvePurchase } from "./resolve-purchase";

const ctx = useTestContext();
const DAY_MS = 86_400_000;

type Bought = { userId: string; key: CatalogueKey; subscriptionId?: string };

function store(event: object): Promise<StoredEvent> {
  return storeProviderEvent(ctx, Buffer.from(JSON.stringify(event)));
}
const bought = (purchase: Bought) => ({ subscriptionId: `sub_${randomUUID()}`, ...purchase });
const storePurchase = (purchase: Bought) => store(purchaseEvent(bought(purchase)));

/** Everything a payment writes, without what names this one. */
async function readWritten(userId: string) {
  const where = { userId };
  const [user, payments, subscriptions, schedules, entries, events] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId } }),
    ctx.db.payment.findMany({ where }),
    ctx.db.subscription.findMany({ where }),
    ctx.db.subscriptionCreditSchedule.findMany({ where }),
    ctx.db.creditLedger.findMany({ where, orderBy: { seq: "asc" } }),
    ctx.db.webhookEvent.findMany({ where }),
  ]);
  const jobs = await ctx.db.$queryRaw<unknown[]>`
    SELECT task.identifier, job.max_attempts, job.priority, job.payload->>'paymentId' = payment.id AS "isNamed"
    FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    JOIN payment ON job.key = 'purchase-confirmation:' || payment.id
    WHERE payment."userId" = ${userId}`;
  const named = /(?:id|at|seq|payload|providerEventId|email)$/i;
  const plain = (row: object) => Object.fromEntries(Object.entries(row).filter(([column]) => !named.test(column)));
  const dates = subscriptions.map(({ currentPeriodEnd, statusEventAt }) => ({ currentPeriodEnd, statusEventAt }));
  const due = schedules.map(({ nextGrantAt, updatedAt }) => ({ nextGrantAt, updatedAt }));
  const rows = [user, ...payments, ...subscriptions, ...schedules, ...entries, ...events].map(plain);
  return { rows, dates, due, jobs };
}

describe("recordPlainPayment", () => {
  it.each(CATALOGUE)("writes for $key what the long way writes", async ({ key }) => {
    const [short, long] = [await createUser(ctx, 7), await createUser(ctx, 7)];
    const [shortEvent, longEvent] = [
      await storePurchase({ userId: short, key }),
      await storePurchase({ userId: long, key }),
    ];
    const outcome = await recordPlainPayment(ctx, shortEvent);
    const purchase = await resolvePurchase(ctx, longEvent.event);
    expect(outcome).toEqual({
      ...(await recordPurchase(ctx, longEvent.inboxId, longEvent.event, purchase)),
      userId: short,
    });
    const written = await readWritten(short);
    expect(written.jobs).toHaveLength(1);
    expect({ ...written, dates: [], due: written.due }).toEqual({ ...(await readWritten(long)), dates: [] });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("writes a renewal of a subscription that owes nothing, and takes its schedule back to the start", async () => {
    const purchase = bought({ userId: await createUser(ctx), key: "starter_yearly" });
    await deliver(ctx, purchaseEvent(purchase));
    const renewal = await store(purchaseEvent({ ...purchase, eventType: "subscription.paid" }));
    expect(await recordPlainPayment(ctx, renewal)).toMatchObject({ outcome: "granted" });
    expect(await ctx.db.user.findUnique({ where: { id: purchase.userId } })).toMatchObject({ credits: 2_000 });
    const schedules = await ctx.db.subscriptionCreditSchedule.findMany({ where: { userId: purchase.userId } });
    expect(schedules).toMatchObject([{ grantsRemaining: 11, totalCreditsRemaining: 11_000 }]);
  });

  it("grants many payments that come at once, each once, however they are mixed with their copies", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => createUser(ctx)));
    const events = users.flatMap((userId) => CATALOGUE.map(({ key }) => purchaseEvent(bought({ userId, key }))));
    await Promise.all([...events, ...events.toReversed(), ...events].map((event) => deliver(ctx, event)));
    const balances = await ctx.db.user.findMany({ where: { id: { in: users } }, select: { credits: true } });
    expect(balances.map(({ credits }) => credits)).toEqual(users.map(() => 1_000 + 1_000 + 10_000 + 10_000 + 200));
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });
});

describe("the long way is left what needs more than the event says", () => {
  const expectNothingWritten = async (stored: StoredEvent) => {
    expect(await recordPlainPayment(ctx, stored)).toBeNull();
    expect(await ctx.db.payment.count({ where: { id: stored.event.paymentId ?? "" } })).toBe(0);
    const row = await ctx.db.webhookEvent.findUniqueOrThrow({ where: { id: stored.inboxId } });
    expect(row).toMatchObject({ outcome: "received", processedAt: null });
  };

  it("a buyer nobody knows", async () => {
    await expectNothingWritten(await storePurchase({ userId: "nobody", key: "pack_200" }));
  });

  it("a buyer who deleted the account", async () => {
    const userId = await createUser(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { deletedAt: ctx.now() } });
    await expectNothingWritten(await storePurchase({ userId, key: "pack_200" }));
  });

  it("no metadata, or no id", async () => {
    const event = purchaseEvent(bought({ userId: await createUser(ctx), key: "pack_200" }));
    await expectNothingWritten(await store({ ...event, object: { ...event.object, metadata: {} } }));
    const { event: parsed, inboxId } = await store(event);
    await expectNothingWritten({ inboxId, event: { ...parsed, paymentId: null } });
  });

  it("a checkout that replaces a subscription", async () => {
    const userId = await createUser(ctx);
    const stored = await storePurchase({ userId, key: "pro_monthly" });
    const id = `ch_${randomUUID()}`;
    await ctx.db.checkout.create({ data: { id, userId, key: "pro_monthly", replacesSubscriptionId: "sub_old" } });
    await expectNothingWritten({ ...stored, event: { ...stored.event, checkoutId: id } });
  });

  it("a subscription that owes instalments", async () => {
    const purchase = bought({ userId: await createUser(ctx), key: "starter_yearly" });
    await deliver(ctx, purchaseEvent(purchase));
    ctx.setNow(new Date(ctx.now().getTime() + 40 * DAY_MS));
    await expectNothingWritten(await store(purchaseEvent({ ...purchase, eventType: "subscription.paid" })));
  });

  it("a subscription whose news came before it", async () => {
    const purchase = bought({ userId: await createUser(ctx), key: "starter_monthly" });
    const { metadata } = purchaseEvent(purchase).object;
    await deliver(ctx, {
      id: "evt_1",
      eventType: "subscription.paused",
      object: { object: "subscription", id: purchase.subscriptionId, metadata },
    });
    await expectNothingWritten(await store(purchaseEvent(purchase)));
  });

  it("a buyer who deletes the account at this moment, whose payment is not half written; the one beside it is granted", async () => {
    const [leaving, staying] = [await createUser(ctx), await createUser(ctx)];
    const events = [
      await storePurchase({ userId: leaving, key: "pro_yearly" }),
      await storePurchase({ userId: staying, key: "pro_yearly" }),
    ];
    const { recorded } = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${leaving} FOR UPDATE`;
      const recorded = Promise.all(events.map((event) => recordPlainPayment(ctx, event)));
      while ((await lockWaits(ctx)) === 0);
      await tx.user.update({ where: { id: leaving }, data: { deletedAt: ctx.now() } });
      return { recorded };
    });
    expect(await recorded).toMatchObject([null, { outcome: "granted", userId: staying }]);
    expect(await ctx.db.payment.count({ where: { userId: leaving } })).toBe(0);
    expect(await ctx.db.subscription.count({ where: { userId: leaving } })).toBe(0);
  });
});

it("reads an event as the inbox has it", async () => {
  const event = purchaseEvent(bought({ userId: await createUser(ctx), key: "pack_200" }));
  const stored = await store(event);
  const row = await ctx.db.webhookEvent.findUniqueOrThrow({ where: { id: stored.inboxId } });
  expect(parseProviderEvent(JSON.parse(row.payload), row.receivedAt)).toEqual(stored.event);
  expect(row).toMatchObject({
    provider: "creem",
    providerEventId: event.id,
    eventType: event.eventType,
    paymentId: event.object.order.id,
    outcome: "received",
    eventAt: ctx.now(),
    receivedAt: ctx.now(),
  });
});
