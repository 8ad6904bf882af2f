import { randomUUID } from "node:crypto";
import { createDb } from "@app/db/client/db";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import {
  deliver,
  type PublishedSale,
  publishedCheckout,
  publishedSale,
  purchaseEvent,
} from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { changeSubscription } from "../admin/subscriptions";
import type { UserContext } from "../context";
import { confirmCheckout, createCheckout } from "./checkout";
import { endSubscription, resumeSubscription } from "./subscriptions";

const ctx = useTestContext();

/** A user with a plan, or the one of `before`, who has opened a checkout for another one. */
async function changingPlan(before?: { user: UserContext; oldId: string }) {
  const userId = before?.user.actor.id ?? (await createUser(ctx));
  const oldId = before?.oldId ?? `sub_${randomUUID()}`;
  if (!before) await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
  const checkoutId = `ch_${randomUUID()}`;
  const payment = {
    ...createFakePaymentProvider(),
    createCheckout: async () => ({ id: checkoutId, url: "https://pay.test/c" }),
  };
  const user = await actAs(withClients(ctx, { payment }), userId);
  await createCheckout(user, {
    key: "pro_monthly",
    successUrl: undefined,
    cancelUrl: undefined,
    replacesSubscriptionId: oldId,
  });
  const orderId = `ord_${randomUUID()}`;
  const newId = `sub_${randomUUID()}`;
  const bought = { userId, key: "pro_monthly", orderId, subscriptionId: newId } as const;
  const checkout = { ...paidCheckout({ ...bought, paidAt: ctx.now() }), id: checkoutId };
  const completed = { id: `evt_${randomUUID()}`, eventType: "checkout.completed", object: checkout };
  const paid = purchaseEvent({ ...bought, eventType: "subscription.paid" });
  const jobs = () => readJobs(ctx, `end-subscription:${oldId}`);
  return { user, payment, oldId, newId, checkoutId, checkout, completed, paid, jobs };
}

describe("a checkout that takes the place of a subscription", () => {
  it("ends nothing while it is not paid", async () => {
    expect(await (await changingPlan()).jobs()).toEqual([]);
  });

  it.each([
    ["its completion comes first", ["completed", "paid"]],
    ["the subscription's payment comes first", ["paid", "completed"]],
    ["both come twice", ["completed", "paid", "paid", "completed"]],
  ] as const)("lets the other end once it is paid, when %s", async (_name, order) => {
    const change = await changingPlan();
    for (const event of order) await deliver(ctx, change[event]);
    expect(await change.jobs()).toHaveLength(1);
    const credits = (await ctx.db.user.findUniqueOrThrow({ where: { id: change.user.actor.id } })).credits;
    expect(credits).toBe(1_000 + 10_000);
  });

  it("does so also when the provider had to be asked about the checkout", async () => {
    const change = await changingPlan();
    await deliver(ctx, change.paid);
    change.payment.checkouts.set(change.checkoutId, change.checkout);
    await confirmCheckout(change.user, { checkoutId: change.checkoutId });
    expect(await change.jobs()).toHaveLength(1);
  });

  it("asks the provider to end the one that renews, and no other", async () => {
    const { oldId, payment, user } = await changingPlan();
    await endSubscription(user, { subscriptionId: oldId });
    await ctx.db.subscription.update({ where: { id: oldId }, data: { status: "scheduled_cancel" } });
    await endSubscription(user, { subscriptionId: oldId });
    expect(payment.ended).toEqual([oldId]);
  });

  it("asks it to end one that was resumed on the provider's pages before, where the event of that is late", async () => {
    const { oldId, payment, user } = await changingPlan();
    await ctx.db.subscription.update({ where: { id: oldId }, data: { status: "scheduled_cancel" } });
    for (const status of ["scheduled_cancel", "canceled", "active"]) {
      payment.subscriptions.set(oldId, { object: "subscription", id: oldId, status });
      await endSubscription(user, { subscriptionId: oldId });
    }
    expect([payment.ended, payment.endModes]).toEqual([[oldId], ["scheduled"]]);
  });

  it.each(["past_due", "unpaid", "expired"])("asks it to cancel one that is %s at once", async (status) => {
    const { oldId, payment, user } = await changingPlan();
    await ctx.db.subscription.update({ where: { id: oldId }, data: { status } });
    await endSubscription(user, { subscriptionId: oldId });
    expect([payment.ended, payment.endModes]).toEqual([[oldId], ["immediate"]]);
  });

  it.each([
    ["another status", "active"],
    ["no status", undefined],
  ])("fails, and is retried, where the provider answers %s: both would renew", async (_name, status) => {
    const { oldId, payment, user } = await changingPlan();
    const unsure = withClients(user, {
      payment: { ...payment, cancelSubscription: async () => ({ id: oldId, status }) },
    });
    await expect(endSubscription(unsure, { subscriptionId: oldId })).rejects.toMatchObject({
      message: "The payment provider did not confirm the cancellation",
    });
  });

  it.each([
    ["resumed before it is paid", true],
    ["left to end", false],
  ])("lets a plan end that was to end when it was opened, and that its owner has %s", async (_name, isResumed) => {
    const userId = await createUser(ctx);
    const oldId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
    await ctx.db.subscription.update({ where: { id: oldId }, data: { status: "scheduled_cancel" } });
    const id = `ch_${randomUUID()}`;
    const payment = { ...createFakePaymentProvider(), createCheckout: async () => ({ id, url: "https://pay.test/c" }) };
    payment.subscriptions.set(oldId, { object: "subscription", id: oldId, status: "scheduled_cancel" });
    const user = await actAs(withClients(ctx, { payment }), userId);
    const addresses = { successUrl: undefined, cancelUrl: undefined };
    await createCheckout(user, { ...addresses, key: "pro_monthly", isFirstPlan: true });
    if (isResumed) await resumeSubscription(user, { subscriptionId: oldId });
    const bought = { userId, key: "pro_monthly", orderId: `ord_${id}`, subscriptionId: `sub_${id}` } as const;
    const object = { ...paidCheckout({ ...bought, paidAt: ctx.now() }), id };
    await deliver(ctx, { id: `evt_${id}`, eventType: "checkout.completed", object });
    expect(await readJobs(ctx, `end-subscription:${oldId}`)).toHaveLength(1);
    await endSubscription(user, { subscriptionId: oldId });
    expect([payment.ended, payment.endModes]).toEqual(isResumed ? [[oldId], ["scheduled"]] : [[], []]);
  });

  it("is refused for another's subscription, for a pack, and where the provider names no checkout", async () => {
    const { oldId, user } = await changingPlan();
    const addresses = { successUrl: undefined, cancelUrl: undefined };
    const change = { ...addresses, key: "pro_monthly", replacesSubscriptionId: oldId } as const;
    const stranger = await actAs(withClients(ctx, { payment: createFakePaymentProvider() }), await createUser(ctx));
    await expect(createCheckout(stranger, change)).rejects.toMatchObject({ code: "not_found" });
    await expect(createCheckout(user, { ...change, key: "pack_200" })).rejects.toMatchObject({ code: "bad_request" });
    const nameless = {
      ...createFakePaymentProvider(),
      createCheckout: async () => ({ id: null, url: "https://pay.test/c" }),
    };
    const user2 = withClients(user, { payment: nameless });
    await expect(createCheckout(user2, change)).rejects.toMatchObject({ code: "upstream_failed" });
  });
});

describe("several paid checkouts for the place of one subscription", () => {
  async function threeChanges() {
    const first = await changingPlan();
    return [first, await changingPlan(first), await changingPlan(first)] as const;
  }

  async function endingIds(ids: readonly string[]): Promise<string[]> {
    const keys = new Set((await readJobs(ctx)).map(({ key }) => key));
    return ids.filter((id) => keys.has(`end-subscription:${id}`));
  }

  it.each(["completed", "paid"] as const)(
    "let only the one renew that was paid last, when its %s event comes first",
    async (event) => {
      const changes = await threeChanges();
      const [{ oldId }] = changes;
      const newIds = changes.map(({ newId }) => newId);
      for (const [index, change] of changes.entries()) {
        for (const next of event === "completed" ? [change.completed, change.paid] : [change.paid, change.completed])
          await deliver(ctx, next);
        expect(await endingIds([oldId, ...newIds])).toEqual([oldId, ...newIds.slice(0, index)]);
      }
    },
  );

  it("let one renew when all are paid at the same moment, in two processes", async () => {
    const changes = await threeChanges();
    const ids = [changes[0].oldId, ...changes.map(({ newId }) => newId)];
    const other = { ...ctx, db: createDb(ctx.databaseUrl) };
    const events = changes.flatMap(({ completed, paid }) => [completed, paid]);
    await Promise.all(events.map((event, index) => deliver(index % 4 < 2 ? ctx : other, event)));
    await other.db.$disconnect();
    const ending = await endingIds(ids);
    expect(ending).toHaveLength(3);
    expect(ending[0]).toBe(changes[0].oldId);
  });

  it("let the one renew that was paid last, also when the events come in the other order", async () => {
    const userId = await createUser(ctx);
    const oldId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
    const sales = [2, 1].map((hoursAgo) =>
      publishedSale({ userId, key: "pro_monthly", paidAt: new Date(ctx.now().getTime() - hoursAgo * 3_600_000) }),
    );
    for (const { orderId, key } of sales)
      await ctx.db.checkout.create({ data: { id: `ch_${orderId}`, userId, key, replacesSubscriptionId: oldId } });
    for (const sale of sales.toReversed()) await deliver(ctx, publishedCheckout(sale));
    const [first, last] = sales.map(({ subscriptionId }) => subscriptionId);
    expect(await endingIds([oldId, first ?? "", last ?? ""])).toEqual([oldId, first]);
  });

  it("let the trial renew that was begun last, also when the payment's event comes after it", async () => {
    const userId = await createUser(ctx);
    const oldId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
    const [paid, trial] = ([2, 1] as const).map((hoursAgo) =>
      publishedSale({ userId, key: "pro_monthly", paidAt: new Date(ctx.now().getTime() - hoursAgo * 3_600_000) }),
    ) as [PublishedSale, PublishedSale];
    for (const { orderId, key } of [paid, trial])
      await ctx.db.checkout.create({ data: { id: `ch_${orderId}`, userId, key, replacesSubscriptionId: oldId } });
    const current_period_end_date = new Date(ctx.now().getTime() + 7 * 86_400_000).toISOString();
    const trialing = { status: "trialing", current_period_end_date };
    await deliver(ctx, publishedCheckout(trial, { order: { amount: 0 }, subscription: trialing }));
    await deliver(ctx, publishedCheckout(paid));
    const ids = [oldId, paid.subscriptionId, trial.subscriptionId];
    expect(await endingIds(ids)).toEqual([oldId, paid.subscriptionId]);
  });

  it("let the one renew that was paid after a trial had begun, also where an administrator has changed the trial's plan before its event came", async () => {
    const userId = await createUser(ctx);
    const oldId = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
    const openedAt = ctx.now().getTime();
    const [trial, paid] = ([0, 1] as const).map((hours) =>
      publishedSale({ userId, key: "pro_monthly", paidAt: new Date(openedAt + hours * 3_600_000) }),
    ) as [PublishedSale, PublishedSale];
    for (const { orderId, key } of [trial, paid])
      await ctx.db.checkout.create({ data: { id: `ch_${orderId}`, userId, key, replacesSubscriptionId: oldId } });
    const current_period_end_date = new Date(openedAt + 7 * 86_400_000).toISOString();
    const trialing = { status: "trialing", current_period_end_date };
    await deliver(ctx, publishedCheckout(trial, { order: { amount: 0 }, subscription: trialing }));
    ctx.setNow(new Date(openedAt + 2 * 3_600_000));
    const admin = await actAs(ctx, await createUser(ctx));
    await changeSubscription(admin, { userId, action: "upgrade", planKey: "pro_yearly" });
    await deliver(ctx, publishedCheckout(paid));
    const ids = [oldId, paid.subscriptionId, trial.subscriptionId];
    expect(await endingIds(ids)).toEqual([oldId, trial.subscriptionId]);
  });

  it("let one renew also when the provider had to be asked about them", async () => {
    const changes = await threeChanges();
    const ids = [changes[0].oldId, ...changes.map(({ newId }) => newId)];
    for (const { user, payment, checkoutId, checkout } of changes) {
      payment.checkouts.set(checkoutId, checkout);
      await confirmCheckout(user, { checkoutId });
    }
    expect(await endingIds(ids)).toEqual(ids.slice(0, 3));
  });

  it("let only the last one renew where one was replaced before the completion of its checkout came", async () => {
    const first = await changingPlan();
    const other = await changingPlan(first);
    await deliver(ctx, first.paid);
    const next = await changingPlan({ user: first.user, oldId: first.newId });
    for (const { completed } of [next, first, other]) await deliver(ctx, completed);
    const [ids, last] = [[first.oldId, first.newId, next.newId], other.newId];
    expect(await endingIds([...ids, last])).toEqual(ids);
  });

  it("let only the last one renew where it was opened on a page that still showed the replaced one", async () => {
    const change = await changingPlan();
    await deliver(ctx, change.completed);
    const late = await changingPlan(change);
    await deliver(ctx, late.completed);
    expect(await endingIds([change.oldId, change.newId, late.newId])).toEqual([change.oldId, change.newId]);
  });

  it.each(["before it was replaced", "after it was resumed"])(
    "let one end that was replaced and resumed, for a checkout from %s",
    async (opened) => {
      const change = await changingPlan();
      const old = await changingPlan(change);
      await deliver(ctx, change.completed);
      await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${change.oldId}`})::text`;
      await ctx.db.subscription.update({ where: { id: change.newId }, data: { status: "scheduled_cancel" } });
      const again = opened === "before it was replaced" ? old : await changingPlan(change);
      await deliver(ctx, again.completed);
      expect(await again.jobs()).toHaveLength(1);
      expect(await endingIds([again.newId])).toEqual([]);
    },
  );

  it("are refused once the subscription is replaced, until its owner knows of the new one", async () => {
    const change = await changingPlan();
    for (const event of [change.completed, change.paid]) await deliver(ctx, event);
    await endSubscription(change.user, { subscriptionId: change.oldId });
    await expect(changingPlan(change)).rejects.toMatchObject({
      code: "conflict",
      message: "Another subscription renews already",
    });
    const next = await changingPlan({ user: change.user, oldId: change.newId });
    await deliver(ctx, next.completed);
    expect(await next.jobs()).toHaveLength(1);
  });
});

describe("a checkout id that the provider repeats", () => {
  const ADDRESSES = { successUrl: undefined, cancelUrl: undefined };
  const URL = "https://pay.test/c";

  async function buyer(checkoutId: string) {
    const payment = { ...createFakePaymentProvider(), createCheckout: async () => ({ id: checkoutId, url: URL }) };
    return actAs(withClients(ctx, { payment }), await createUser(ctx));
  }

  async function subscriptionOf(userId: string) {
    const id = `sub_${randomUUID()}`;
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: id }));
    return id;
  }

  const read = (id: string) => ctx.db.checkout.findUniqueOrThrow({ where: { id } });

  it("is the same purchase for the same buyer and key, also at the same moment, and the newest request counts", async () => {
    const id = `ch_${randomUUID()}`;
    const user = await buyer(id);
    const replaced = await subscriptionOf(user.actor.id);
    const buy = { ...ADDRESSES, key: "pro_monthly" } as const;
    const responses = await Promise.all([1, 2, 3].map(() => createCheckout(user, buy)));
    expect(responses).toEqual([{ url: URL }, { url: URL }, { url: URL }]);
    expect(await read(id)).toMatchObject({ userId: user.actor.id, key: "pro_monthly", replacesSubscriptionId: null });
    await createCheckout(user, { ...buy, replacesSubscriptionId: replaced });
    expect(await read(id)).toMatchObject({ status: "open", replacesSubscriptionId: replaced });
    await createCheckout(user, buy);
    expect(await read(id)).toMatchObject({ replacesSubscriptionId: null });
  });

  it("ends nothing again once it is paid", async () => {
    const id = `ch_${randomUUID()}`;
    const user = await buyer(id);
    const replaced = await subscriptionOf(user.actor.id);
    const buy = { ...ADDRESSES, key: "pro_monthly", replacesSubscriptionId: replaced } as const;
    await createCheckout(user, buy);
    await ctx.db.checkout.update({ where: { id }, data: { status: "completed", replacesSubscriptionId: null } });
    expect(await createCheckout(user, buy)).toEqual({ url: URL });
    expect(await read(id)).toMatchObject({ status: "completed", replacesSubscriptionId: null });
  });

  it("is refused, and logged, for another buyer or another key; the first purchase stays as it is", async () => {
    const id = `ch_${randomUUID()}`;
    const [first, other] = [await buyer(id), await buyer(id)];
    await createCheckout(first, { ...ADDRESSES, key: "pro_monthly" });
    const before = await read(id);
    const lines: Record<string, unknown>[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const refused = { code: "upstream_failed", message: "Failed to create checkout" };
    await expect(createCheckout({ ...other, log }, { ...ADDRESSES, key: "pro_monthly" })).rejects.toMatchObject(
      refused,
    );
    await expect(createCheckout({ ...first, log }, { ...ADDRESSES, key: "pack_200" })).rejects.toMatchObject(refused);
    expect(await read(id)).toEqual(before);
    expect(lines).toMatchObject([
      { checkoutId: id, userId: other.actor.id, key: "pro_monthly" },
      { checkoutId: id, userId: first.actor.id, key: "pack_200" },
    ]);
  });
});
