import { randomUUID } from "node:crypto";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { confirmCheckout, createCheckout } from "./checkout";
import { endSubscription } from "./subscriptions";

const ctx = useTestContext();

/** A user with a plan who has opened a checkout for another one. */
async function changingPlan() {
  const userId = await createUser(ctx);
  const oldId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: oldId }));
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
  const bought = { userId, key: "pro_monthly", orderId, subscriptionId: `sub_${randomUUID()}` } as const;
  const checkout = { ...paidCheckout({ ...bought, paidAt: ctx.now() }), id: checkoutId };
  const completed = { id: `evt_${randomUUID()}`, eventType: "checkout.completed", object: checkout };
  const paid = purchaseEvent({ ...bought, eventType: "subscription.paid" });
  const jobs = () => readJobs(ctx, `end-subscription:${oldId}`);
  return { user, payment, oldId, checkoutId, checkout, completed, paid, jobs };
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

  it.each(["past_due", "unpaid", "expired"])("asks it to cancel one that is %s at once", async (status) => {
    const { oldId, payment, user } = await changingPlan();
    await ctx.db.subscription.update({ where: { id: oldId }, data: { status } });
    await endSubscription(user, { subscriptionId: oldId });
    expect([payment.ended, payment.endModes]).toEqual([[oldId], ["immediate"]]);
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
