import { beforeEach, describe, expect, it } from "vitest";
import { createFakePaymentProvider, type FakePaymentProvider } from "../../test/fake-payment-provider";
import { deliver, publishedCheckout, publishedPaid, publishedSale } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { getBilling } from "./get-billing";
import { reconcileCheckout, reconcileSubscription } from "./reconcile";

const ctx = useTestContext();
const DAY_MS = 24 * 60 * 60 * 1000;
let payment: FakePaymentProvider;
beforeEach(() => {
  payment = createFakePaymentProvider();
});
const creditsOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).credits;

describe("asking about the checkout of a trial", () => {
  const STARTED_AT = new Date("2026-03-10T12:00:00.000Z");
  const TRIAL_ENDS_AT = new Date(STARTED_AT.getTime() + 7 * DAY_MS);

  /** A trial whose event has come or is lost, and its checkout as the provider has it in each status. */
  async function startTrial(key: "pro_monthly" | "pro_yearly", isKnown = true) {
    const sale = publishedSale({ userId: await createUser(ctx), key, paidAt: STARTED_AT });
    const period = { current_period_end_date: TRIAL_ENDS_AT.toISOString() };
    const asStatus = (status: string) =>
      publishedCheckout(sale, { order: { amount: 0 }, subscription: { status, ...period } });
    const event = asStatus("trialing");
    const { id } = event.object;
    await ctx.db.checkout.create({ data: { id, userId: sale.userId, key, createdAt: STARTED_AT } });
    if (isKnown) await deliver(ctx, event);
    const ask = (status: string) => {
      payment.checkouts.set(id, asStatus(status).object);
      return reconcileCheckout(withClients(ctx, { payment }), id);
    };
    return { sale, ask };
  }

  it.each(["trialing", "scheduled_cancel", "canceled", "past_due", "paused", "active"])(
    "grants nothing while its subscription is %s",
    async (status) => {
      const { sale, ask } = await startTrial("pro_yearly");
      expect(await ask(status)).toEqual({ isPaid: true, granted: false });
      expect(await creditsOf(sale.userId)).toBe(0);
      expect(await ctx.db.subscriptionCreditSchedule.count({ where: { userId: sale.userId } })).toBe(0);
    },
  );

  it.each(["scheduled_cancel", "canceled"])("grants nothing for one that was lost and is %s", async (status) => {
    const { sale, ask } = await startTrial("pro_monthly", false);
    expect(await ask(status)).toEqual({ isPaid: true, granted: false });
    expect(await creditsOf(sale.userId)).toBe(0);
  });

  it("tells when one that was lost ends", async () => {
    const { sale, ask } = await startTrial("pro_monthly", false);
    expect(await ask("trialing")).toEqual({ isPaid: true, granted: false });
    expect((await getBilling(await actAs(ctx, sale.userId))).subscriptions).toMatchObject([
      { status: "trialing", currentPeriodEnd: TRIAL_ENDS_AT },
    ]);
  });

  it("tells when one ends whose checkout names no end, and whose own event was lost", async () => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "pro_monthly", paidAt: STARTED_AT });
    await deliver(ctx, publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } }));
    const { object } = publishedPaid(sale);
    const last = { id: object.last_transaction_id, amount: 0, status: "paid", created_at: STARTED_AT.getTime() };
    const trial = { status: "trialing", current_period_end_date: TRIAL_ENDS_AT.toISOString(), last_transaction: last };
    payment.subscriptions.set(sale.subscriptionId, { ...object, ...trial });
    const inboxOf = () => ctx.db.webhookEvent.count({ where: { subscriptionId: sale.subscriptionId } });
    const events = await inboxOf();
    for (let time = 0; time < 2; time += 1)
      expect(await reconcileSubscription(withClients(ctx, { payment }), sale.subscriptionId)).toBe(false);
    expect((await getBilling(await actAs(ctx, sale.userId))).subscriptions).toMatchObject([
      { status: "trialing", currentPeriodEnd: TRIAL_ENDS_AT },
    ]);
    expect(await inboxOf()).toBe(events + 1);
  });

  it("tells that one renews which was to end, was resumed on the provider's pages, and whose event of that was lost", async () => {
    const { sale } = await startTrial("pro_monthly");
    await ctx.db.subscription.update({ where: { id: sale.subscriptionId }, data: { status: "scheduled_cancel" } });
    const { object } = publishedPaid(sale);
    const last = { id: object.last_transaction_id, amount: 0, status: "paid", created_at: STARTED_AT.getTime() };
    const trial = { status: "trialing", updated_at: new Date(STARTED_AT.getTime() + DAY_MS).toISOString() };
    payment.subscriptions.set(sale.subscriptionId, { ...object, ...trial, last_transaction: last });
    await reconcileSubscription(withClients(ctx, { payment }), sale.subscriptionId);
    expect((await getBilling(await actAs(ctx, sale.userId))).subscriptions).toMatchObject([{ status: "trialing" }]);
  });

  it("grants nothing more once it has become a paid plan, and keeps what was paid", async () => {
    const { sale, ask } = await startTrial("pro_monthly");
    await deliver(ctx, publishedPaid({ ...sale, paidAt: TRIAL_ENDS_AT }));
    expect(await ask("active")).toEqual({ isPaid: true, granted: false });
    expect(await creditsOf(sale.userId)).toBe(10_000);
    expect(await ctx.db.payment.findMany({ where: { userId: sale.userId } })).toMatchObject([{ amountCents: 9_900 }]);
  });

  it("grants nothing for its transaction of 0 when it ends", async () => {
    const { sale } = await startTrial("pro_monthly");
    const { object } = publishedPaid(sale);
    const last = { id: object.last_transaction_id, amount: 0, status: "paid", created_at: STARTED_AT.getTime() };
    payment.subscriptions.set(sale.subscriptionId, { ...object, status: "scheduled_cancel", last_transaction: last });
    expect(await reconcileSubscription(withClients(ctx, { payment }), sale.subscriptionId)).toBe(false);
    expect(await creditsOf(sale.userId)).toBe(0);
  });
});
