import { randomUUID } from "node:crypto";
import { CATALOGUE, type CatalogueKey } from "@app/core/billing/catalogue";
import { createDb } from "@app/db/client/db";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockWaits } from "../../test/database-state";
import {
  deliver,
  moneyBackEvent,
  publishedCheckout,
  publishedPaid,
  publishedSale,
  purchaseEvent,
} from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { splitByKeys } from "./record-purchase";

const ctx = useTestContext();

type Bought = { userId: string; key: CatalogueKey; subscriptionId?: string };
const purchase = (bought: Bought) => purchaseEvent({ subscriptionId: `sub_${randomUUID()}`, ...bought });
const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;
const expectNoDifferences = async () => expect((await verifyLedger(ctx.db)).differences).toEqual([]);

/** The context with a log that tests can read. */
function withLog() {
  const lines: { msg: string; err?: { message: string } }[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { logged: { ...ctx, log }, lines };
}

/** Everything a payment writes, without ids and dates. */
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
  const isOfThisRow = /(?:id|at|seq|payload|providerEventId|email)$/i;
  const comparable = (row: object) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !isOfThisRow.test(column)));
  const rows = [user, ...payments, ...subscriptions, ...schedules, ...entries, ...events].map(comparable);
  return { rows, due: schedules.map(({ nextGrantAt }) => nextGrantAt), jobs };
}

describe("a batch of purchases", () => {
  it("writes for each what it writes for one alone", async () => {
    const alone = new Map<CatalogueKey, Awaited<ReturnType<typeof readWritten>>>();
    for (const { key } of CATALOGUE) {
      const userId = await createUser(ctx, 7);
      await deliver(ctx, purchase({ userId, key }));
      const written = await readWritten(userId);
      expect(written.jobs).toHaveLength(1);
      alone.set(key, written);
    }
    const buyers = await Promise.all(CATALOGUE.map(async ({ key }) => ({ key, userId: await createUser(ctx, 7) })));
    await Promise.all(buyers.map((buyer) => deliver(ctx, purchase(buyer))));
    for (const { key, userId } of buyers) expect(await readWritten(userId)).toEqual(alone.get(key));
    await expectNoDifferences();
  });

  it("is a few statements, however many purchases there are", async () => {
    const sent: string[] = [];
    const counted = createDb(ctx.databaseUrl, { onStatement: ({ sql }) => sent.push(sql) });
    const buyers = await Promise.all(Array.from({ length: 30 }, () => createUser(ctx)));
    const events = buyers.map((userId) => purchase({ userId, key: "starter_yearly" }));
    await Promise.all(events.map((event) => deliver({ ...ctx, db: counted }, event)));
    await counted.$disconnect();
    expect(sent.filter((sql) => sql.includes("INSERT INTO credit_ledger")).length).toBeLessThan(4);
    expect(sent.length).toBeLessThan(60);
  });

  it("grants many payments that come at once, each once, however they are mixed with their copies", async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => createUser(ctx)));
    const events = users.flatMap((userId) => CATALOGUE.map(({ key }) => purchase({ userId, key })));
    const { logged, lines } = withLog();
    await Promise.all([...events, ...events.toReversed(), ...events].map((event) => deliver(logged, event)));
    const balances = await ctx.db.user.findMany({ where: { id: { in: users } }, select: { credits: true } });
    expect(balances.map(({ credits }) => credits)).toEqual(users.map(() => 1_000 + 1_000 + 10_000 + 10_000 + 200));
    // Copies of an event are never in one batch, so none failed but for a lock that a busy machine held for long.
    expect(lines.filter(({ err }) => !err?.message.includes("lock timeout"))).toEqual([]);
    await expectNoDifferences();
  });

  it("refuses one of its purchases without harm to the others", async () => {
    const userId = await createUser(ctx);
    const deleted = await createUser(ctx);
    await ctx.db.user.update({ where: { id: deleted }, data: { deletedAt: ctx.now() } });
    const events = [
      purchase({ userId, key: "pack_200" }),
      purchase({ userId: "nobody", key: "pack_200" }),
      purchase({ userId: deleted, key: "pro_yearly" }),
    ];
    const results = await Promise.allSettled(events.map((event) => deliver(ctx, event)));
    expect(results).toMatchObject([
      { status: "fulfilled" },
      { reason: { code: "bad_request", message: "metadata.userId is not a user" } },
      { reason: { code: "bad_request", message: "metadata.userId is a deleted account" } },
    ]);
    expect(await creditsOf(userId)).toBe(200);
    expect(await ctx.db.payment.count({ where: { userId: deleted } })).toBe(0);
    const [refused] = await ctx.db.webhookEvent.findMany({ where: { providerEventId: events[1]?.id ?? "" } });
    expect(refused).toMatchObject({ outcome: "rejected", detail: "metadata.userId is not a user" });
  });

  it("does not half write the payment of a buyer who deletes the account at this moment, and grants the other one", async () => {
    const [leaving, staying] = [await createUser(ctx), await createUser(ctx)];
    const events = [leaving, staying].map((userId) => purchase({ userId, key: "pro_yearly" }));
    const { delivered } = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${leaving} FOR UPDATE`;
      const delivered = Promise.allSettled(events.map((event) => deliver(ctx, event)));
      while ((await lockWaits(ctx)) === 0);
      await tx.user.update({ where: { id: leaving }, data: { deletedAt: ctx.now() } });
      return { delivered };
    });
    expect(await delivered).toMatchObject([
      { reason: { message: "metadata.userId is a deleted account" } },
      { status: "fulfilled" },
    ]);
    expect(await creditsOf(staying)).toBe(10_000);
    expect(await ctx.db.payment.count({ where: { userId: leaving } })).toBe(0);
    expect(await ctx.db.subscription.count({ where: { userId: leaving } })).toBe(0);
  });

  it("that waits too long for a lock records its purchases one by one, and says so", async () => {
    const [busy, other] = [await createUser(ctx), await createUser(ctx)];
    const { logged, lines } = withLog();
    const delivered = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${busy} FOR NO KEY UPDATE`;
      const [first, second] = [busy, other].map((userId) => deliver(logged, purchase({ userId, key: "pack_200" })));
      await second;
      return { first };
    });
    await delivered.first;
    expect(await Promise.all([busy, other].map(creditsOf))).toEqual([200, 200]);
    expect(lines).toMatchObject([
      { level: 40, events: 2, msg: "purchases are recorded one by one because their batch failed" },
    ]);
    await expectNoDifferences();
  });
});

describe("events of one payment or subscription", () => {
  // Another process, as far as the database can tell.
  let other: typeof ctx;
  beforeAll(() => {
    other = { ...ctx, db: createDb(ctx.databaseUrl) };
  });
  afterAll(() => other.db.$disconnect());

  /** Delivers `late` while another process is recording `early`, and holds that one up until `late` waits for it. */
  async function deliverDuring(early: object, late: object, blockedUserId: string): Promise<void> {
    const delivered = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${blockedUserId} FOR NO KEY UPDATE`;
      const first = deliver(other, early);
      while ((await lockWaits(ctx)) < 1);
      const second = deliver(ctx, late);
      while ((await lockWaits(ctx)) < 2);
      return { both: Promise.all([first, second]) };
    });
    await delivered.both;
  }

  it("wait for each other across processes: the published pair, which shares no payment reference, is granted once", async () => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_yearly", paidAt: ctx.now() });
    await deliverDuring(publishedCheckout(sale), publishedPaid(sale), userId);
    expect(await creditsOf(userId)).toBe(1_000);
    expect(await ctx.db.payment.count({ where: { userId } })).toBe(1);
  });

  it("wait for each other across processes: a refund finds the payment that is being recorded", async () => {
    const userId = await createUser(ctx);
    const sale = publishedSale({ userId, key: "starter_yearly", paidAt: ctx.now() });
    await deliverDuring(publishedPaid(sale), moneyBackEvent("refund.created", sale, { refund_amount: 29_000 }), userId);
    expect(await ctx.db.payment.findFirst({ where: { userId } })).toMatchObject({ status: "refunded" });
    expect(await ctx.db.subscriptionCreditSchedule.findFirst({ where: { userId } })).toMatchObject({
      pauseReason: "refund",
    });
  });

  it("wait for each other across processes: a cancellation finds the subscription that is being created", async () => {
    const userId = await createUser(ctx);
    const subscriptionId = `sub_${randomUUID()}`;
    const canceled = {
      id: `evt_${randomUUID()}`,
      eventType: "subscription.canceled",
      created_at: ctx.now().getTime() + 1_000,
      object: { object: "subscription", id: subscriptionId },
    };
    await deliverDuring(purchase({ userId, key: "starter_monthly", subscriptionId }), canceled, userId);
    expect(await ctx.db.subscription.findFirst({ where: { userId } })).toMatchObject({ status: "canceled" });
    expect(await creditsOf(userId)).toBe(1_000);
  });
});

describe("splitByKeys", () => {
  const keysOf = (item: { keys: string[] }) => item.keys;
  const anyItems = fc
    .array(fc.uniqueArray(fc.constantFrom<string>("a", "b", "c", "d", "e"), { maxLength: 3 }), { maxLength: 30 })
    .map((lists) => lists.map((keys, position) => ({ keys, position })));

  it("keeps together what has nothing in common", () => {
    const items = [{ keys: ["a", "x"] }, { keys: ["b"] }, { keys: [] }];
    expect(splitByKeys(items, keysOf)).toEqual([items]);
  });

  it("puts each copy into a group of its own, in their order", () => {
    const items = [1, 2, 3].map((copy) => ({ keys: ["a"], copy }));
    expect(splitByKeys(items, keysOf)).toEqual(items.map((item) => [item]));
  });

  it("loses nothing, separates items that share a key and keeps their order, whatever the keys", () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const groups = splitByKeys(items, keysOf);
        expect(groups.flat().sort((one, other) => one.position - other.position)).toEqual(items);
        for (const group of groups) {
          const keys = group.flatMap(keysOf);
          expect(new Set(keys).size).toBe(keys.length);
        }
        for (const key of ["a", "b", "c", "d", "e"]) {
          const positions = groups
            .flat()
            .filter(({ keys }) => keys.includes(key))
            .map(({ position }) => position);
          expect(positions).toEqual([...positions].sort((one, other) => one - other));
        }
      }),
    );
  });
});
