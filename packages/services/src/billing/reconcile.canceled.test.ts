import { beforeEach, describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, type FakePaymentProvider } from "../../test/fake-payment-provider";
import { deliver, publishedCheckout, publishedPaid, publishedSale } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { findDeletionObstacle } from "../account/profile";
import { getBilling } from "./get-billing";
import { reconcileBilling, reconcileSubscription } from "./reconcile";

const ctx = useTestContext();
const PAID_AT = new Date("2026-05-03T07:00:00.000Z");
const CANCELED_AT = "2026-05-20T07:00:00.000Z";
const AFTER_PERIOD = new Date("2026-06-03T12:00:00.000Z");

let payment: FakePaymentProvider;
beforeEach(() => {
  payment = createFakePaymentProvider();
});

/** A plan that was canceled at the provider, and whose event never came. */
async function lostCancellation(status: string) {
  ctx.setNow(PAID_AT);
  const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: PAID_AT });
  await deliver(ctx, publishedCheckout(sale));
  const paid = publishedPaid(sale);
  await deliver(ctx, paid);
  const { object } = paid;
  const last = { id: object.last_transaction_id, amount: 1_000, status: "paid", created_at: PAID_AT.getTime() };
  payment.subscriptions.set(sale.subscriptionId, {
    ...object,
    status,
    updated_at: CANCELED_AT,
    last_transaction: last,
  });
  const inboxOf = () => ctx.db.webhookEvent.count({ where: { subscriptionId: sale.subscriptionId } });
  return { ...sale, inboxOf, ask: () => reconcileSubscription(withClients(ctx, { payment }), sale.subscriptionId) };
}

describe("asking about a subscription whose cancellation was lost", () => {
  it("calls it canceled, so that neither a late renewal is shown nor the account kept", async () => {
    const { userId, ask, inboxOf } = await lostCancellation("canceled");
    ctx.setNow(AFTER_PERIOD);
    expect(await ask()).toBe(false);
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toEqual([]);
    expect(await findDeletionObstacle(ctx.db, userId)).toBeNull();
    const events = await inboxOf();
    await ask();
    expect(await inboxOf()).toBe(events);
  });

  it("says that one ends with its period which is to end at the provider", async () => {
    const { userId, ask } = await lostCancellation("scheduled_cancel");
    await ask();
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ status: "scheduled_cancel" }]);
  });

  it("keeps what has happened here since", async () => {
    const { userId, subscriptionId, ask } = await lostCancellation("scheduled_cancel");
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { statusEventAt: AFTER_PERIOD } });
    await ask();
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ status: "active" }]);
  });
});

describe("asking about a subscription that was resumed on the provider's pages, and the event of that was lost", () => {
  const RESUMED_AFTER = new Date(new Date(CANCELED_AT).getTime() - 1);
  const NOT_RESUMED_AFTER = new Date(new Date(CANCELED_AT).getTime() + 1);
  async function ending(statusEventAt: Date, statusThere = "active") {
    const sale = await lostCancellation(statusThere);
    const data = { status: "scheduled_cancel", statusEventAt };
    await ctx.db.subscription.update({ where: { id: sale.subscriptionId }, data });
    return sale;
  }

  it("says that it renews", async () => {
    const { userId, ask, inboxOf } = await ending(RESUMED_AFTER);
    await ask();
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ status: "active" }]);
    const events = await inboxOf();
    await ask();
    expect(await inboxOf()).toBe(events);
  });

  it.each(["past_due", "unpaid"])("says that it is %s, so that its owner can cancel it", async (status) => {
    const { userId, subscriptionId, ask } = await ending(RESUMED_AFTER, status);
    ctx.setNow(AFTER_PERIOD);
    await ask();
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ id: subscriptionId, status }]);
    expect(await findDeletionObstacle(ctx.db, userId)).toBe("liveSubscription");
  });

  it("keeps a cancellation that came after what the provider tells", async () => {
    const { userId, ask, inboxOf } = await ending(NOT_RESUMED_AFTER);
    const events = await inboxOf();
    await ask();
    expect((await getBilling(await actAs(ctx, userId))).subscriptions).toMatchObject([{ status: "scheduled_cancel" }]);
    expect(await inboxOf()).toBe(events);
  });

  it("ends it again where its owner has deleted the account", async () => {
    const { userId, subscriptionId, ask } = await ending(RESUMED_AFTER);
    await ctx.db.user.update({ where: { id: userId }, data: { deletedAt: ctx.now() } });
    await ask();
    expect(await readJobs(ctx, `end-subscription:${subscriptionId}`)).toHaveLength(1);
  });
});

it("a cancellation by an administrator that failed, and was made on the provider's own pages then, is confirmed by asking", async () => {
  const { userId, subscriptionId: id, ask } = await lostCancellation("canceled");
  const canceledBefore = new Date(new Date(CANCELED_AT).getTime() - 1);
  const data = { status: "canceled", providerCancel: "failed", providerCancelAt: canceledBefore };
  await ctx.db.subscription.update({ where: { id }, data: { ...data, statusEventAt: canceledBefore } });
  await ask();
  expect(await ctx.db.subscription.findUnique({ where: { id } })).toMatchObject({ providerCancel: "done" });
  expect(await findDeletionObstacle(ctx.db, userId)).toBeNull();
});

it("a subscription that an administrator has canceled before is asked about while the provider has not confirmed that: it may have been renewed", async () => {
  const { subscriptionId: id } = await lostCancellation("active");
  const data = { status: "canceled", providerCancel: "failed", providerCancelAt: new Date(CANCELED_AT) };
  await ctx.db.subscription.update({ where: { id }, data: { ...data, statusEventAt: new Date(CANCELED_AT) } });
  ctx.setNow(AFTER_PERIOD);
  const billing = withClients(ctx, { payment });
  await reconcileBilling(billing, new Date(AFTER_PERIOD.getTime() - 1));
  expect(payment.asked).toContain(id);
});
