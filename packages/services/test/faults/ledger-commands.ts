import { randomUUID } from "node:crypto";
import { CATALOGUE_KEYS, findPlan } from "@app/core/billing/catalogue";
import fc from "fast-check";
import { adjustCredits } from "../../src/credits/adjust-credits";
import { spendCredits } from "../../src/credits/spend-credits";
import { runDueGrants } from "../../src/schedule/run-due-grants";
import { deliver, purchaseEvent } from "../provider-events";
import type { TestContext } from "../test-context";
import { Crash, crashingDb } from "./crashing-db";
import type { LedgerModel } from "./ledger-model";

/** The service under test and the events it has received so far. */
export interface Real {
  ctx: TestContext;
  users: string[];
  /** Purchases that can be sent again or renewed. */
  sent: ReturnType<typeof purchaseEvent>[];
  subscriptions: { subscriptionId: string; userId: string; key: (typeof CATALOGUE_KEYS)[number] }[];
}

type Command = fc.AsyncCommand<LedgerModel, Real>;

const RUN_SCHEDULES_MAX = 500;
const DAY_MS = 86_400_000;

/** Creates a command. `run` acts on the service and updates the model with the expected change of balances. */
function command(name: string, run: (model: LedgerModel, real: Real) => Promise<void>): Command {
  return { check: () => true, run, toString: () => name };
}

const pick = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];

const send = async (real: Real, event: ReturnType<typeof purchaseEvent>, crashAt: number | null): Promise<void> => {
  if (crashAt !== null) {
    const dying = { ...real.ctx, db: crashingDb(real.ctx.db, crashAt) };
    // The provider gets no response and sends again.
    await deliver(dying, event).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
  }
  await deliver(real.ctx, event);
};

const tellModel = (model: LedgerModel, real: Real, event: ReturnType<typeof purchaseEvent>): void => {
  const { metadata, order } = event.object;
  const plan = findPlan(metadata.key);
  if (!plan) {
    model.buyPack(metadata.userId, order.id);
    return;
  }
  const subscriptionId = order.subscription_id ?? order.id;
  model.subscribe(metadata.userId, { orderId: order.id, subscriptionId, key: plan.key, now: real.ctx.now() });
};

const crashAt = fc.option(fc.nat({ max: 9 }), { freq: 3 });

const pay = fc.tuple(fc.nat(), fc.constantFrom(...CATALOGUE_KEYS), crashAt).map(([user, key, at]) =>
  command(`pay ${key} crash ${at}`, async (model, real) => {
    const userId = pick(real.users, user) ?? "";
    const subscriptionId = key === "pack_200" ? undefined : `sub_${randomUUID()}`;
    const event = purchaseEvent({ userId, key, ...(subscriptionId ? { subscriptionId } : {}) });
    await send(real, event, at);
    tellModel(model, real, event);
    real.sent.push(event);
    if (subscriptionId) real.subscriptions.push({ subscriptionId, userId, key });
  }),
);

const duplicate = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 3 })).map(([index, copies]) =>
  command(`duplicate ${copies}`, async (_model, real) => {
    const event = pick(real.sent, index);
    if (event) await Promise.all(Array.from({ length: copies }, () => deliver(real.ctx, event)));
  }),
);

const renew = fc.tuple(fc.nat(), crashAt).map(([index, at]) =>
  command(`renew crash ${at}`, async (model, real) => {
    const subscription = pick(real.subscriptions, index);
    if (!subscription) return;
    const event = purchaseEvent({ ...subscription, eventType: "subscription.paid" });
    await send(real, event, at);
    tellModel(model, real, event);
    real.sent.push(event);
  }),
);

const lifecycle = fc
  .tuple(fc.nat(), fc.constantFrom("active", "canceled", "past_due", "expired"))
  .map(([index, status]) =>
    command(status, async (_model, real) => {
      const subscription = pick(real.subscriptions, index);
      if (!subscription) return;
      const { subscriptionId } = subscription;
      await deliver(real.ctx, {
        id: `evt_${randomUUID()}`,
        eventType: `subscription.${status}`,
        object: { id: subscriptionId, object: "subscription" },
      });
    }),
  );

const spend = fc
  .tuple(fc.nat(), fc.constantFrom(10, 20, 50, 900), fc.integer({ min: 1, max: 4 }))
  .map(([user, costCredits, atOnce]) =>
    command(`spend ${costCredits} x ${atOnce}`, async (model, real) => {
      const userId = pick(real.users, user) ?? "";
      const order = () => ({
        entryId: randomUUID(),
        userId,
        costCredits,
        reason: "chat_usage" as const,
        reference: randomUUID(),
        now: real.ctx.now(),
        claimedKey: undefined,
      });
      const results = await Promise.all(
        Array.from({ length: atOnce }, () => spendCredits({ db: real.ctx.db }, order())),
      );
      const spent = results.filter((result) => result.spent).length;
      const affordable = Math.max(0, Math.min(atOnce, Math.floor(model.balanceOf(userId) / costCredits)));
      if (spent !== affordable)
        throw new Error(`${spent} of ${atOnce} spends passed where ${affordable} were affordable`);
      model.add(userId, -spent * costCredits);
    }),
  );

const adjust = fc
  .tuple(
    fc.nat(),
    fc.integer({ min: -500, max: 500 }).filter((amount) => amount !== 0),
  )
  .map(([user, amount]) =>
    command(`adjust ${amount}`, async (model, real) => {
      const userId = pick(real.users, user) ?? "";
      const actor = {
        id: "admin",
        email: "",
        name: null,
        role: "admin",
        credits: 0,
        planKey: "free",
        emailVerified: true,
        locale: null,
      } as const;
      await adjustCredits({ ...real.ctx, actor }, { userId, amount, reason: "test" });
      model.add(userId, amount);
    }),
  );

const cron = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 }), crashAt)
  .map(([instalmentsMax, runners, at]) =>
    command(`cron ${instalmentsMax} x ${runners} crash ${at}`, async (model, real) => {
      const limits = { schedulesMax: RUN_SCHEDULES_MAX, instalmentsMax };
      if (at !== null) {
        const dying = { ...real.ctx, db: crashingDb(real.ctx.db, at) };
        const died = await runDueGrants(dying, limits).then(
          () => false,
          (error: unknown) => error instanceof Crash,
        );
        // A run with fewer statements has succeeded.
        if (!died) model.runCron(real.ctx.now(), instalmentsMax);
      }
      for (let run = 0; run < runners; run += 1) {
        await runDueGrants(real.ctx, limits);
        model.runCron(real.ctx.now(), instalmentsMax);
      }
    }),
  );

const clock = fc.integer({ min: 1, max: 70 }).map((days) =>
  command(`clock ${days} days`, async (_model, real) => {
    real.ctx.setNow(new Date(real.ctx.now().getTime() + days * DAY_MS));
  }),
);

export const ledgerCommands = [pay, duplicate, renew, lifecycle, spend, adjust, cron, clock];
