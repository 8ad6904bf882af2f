import { describe, expect, it } from "vitest";
import {
  deliver,
  type PublishedSale,
  publishedCheckout,
  publishedPaid,
  publishedSale,
  purchaseEvent,
} from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";

const ctx = useTestContext();
const PAID_AT = new Date("2026-03-10T11:00:00.000Z");

const sell = async (key: PublishedSale["key"] = "starter_monthly") =>
  publishedSale({ userId: await createUser(ctx), key, paidAt: PAID_AT });

async function booksOf({ userId }: PublishedSale) {
  const where = { userId };
  const [user, payments, subscriptions, schedules] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId } }),
    ctx.db.payment.findMany({ where, orderBy: { periodStart: "asc" } }),
    ctx.db.subscription.findMany({ where }),
    ctx.db.subscriptionCreditSchedule.findMany({ where }),
  ]);
  return { credits: user.credits, planKey: user.planKey, payments, subscriptions, schedules };
}

const expectNoDifferences = async () => expect((await verifyLedger(ctx.db)).differences).toEqual([]);

describe("the published pair of a first payment", () => {
  const checkout = (sale: PublishedSale) => [publishedCheckout(sale)];
  const paid = (sale: PublishedSale) => [publishedPaid(sale)];
  const both = (sale: PublishedSale) => [...checkout(sale), ...paid(sale)];

  it.each<[string, (sale: PublishedSale) => object[]]>([
    ["checkout, then payment", both],
    ["payment, then checkout", (sale) => both(sale).toReversed()],
    ["each twice", (sale) => [...both(sale), ...both(sale).toReversed()]],
  ])("is granted once: %s", async (_order, events) => {
    const sale = await sell();
    for (const event of events(sale)) await deliver(ctx, event);
    const { credits, payments, subscriptions } = await booksOf(sale);
    expect(credits).toBe(1_000);
    expect(payments).toMatchObject([
      {
        providerOrderId: sale.orderId,
        providerTransactionId: `tran_${sale.orderId}_0`,
        amountCents: 2_900,
        currency: "eur",
        creditsGranted: 1_000,
      },
    ]);
    expect(subscriptions).toMatchObject([{ id: sale.subscriptionId, status: "active" }]);
    await expectNoDifferences();
  });

  it("is granted once when both arrive at the same moment, several times each", async () => {
    const sales = await Promise.all(Array.from({ length: 10 }, () => sell()));
    const events = sales.flatMap((sale) => [...both(sale), ...both(sale)]);
    await Promise.all(events.map((event) => deliver(ctx, event)));
    for (const sale of sales) {
      const { credits, payments } = await booksOf(sale);
      expect({ credits, payments: payments.length }).toEqual({ credits: 1_000, payments: 1 });
    }
    await expectNoDifferences();
  });

  it("does not stand in the way of renewals, by another period or another transaction", async () => {
    const sale = await sell();
    for (const event of both(sale)) await deliver(ctx, event);
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, publishedPaid(sale, { cycle: 2 }));
    expect((await booksOf(sale)).credits).toBe(3_000);
    await expectNoDifferences();
  });

  it("is distinguished from a renewal that arrives before its second event", async () => {
    const sale = await sell("starter_yearly");
    for (const event of [...checkout(sale), publishedPaid(sale, { cycle: 1 }), ...paid(sale)])
      await deliver(ctx, event);
    const { credits, payments } = await booksOf(sale);
    expect({ credits, payments: payments.length }).toEqual({ credits: 2_000, payments: 2 });
  });

  it("a first payment that arrives after a renewal which names its order is granted too", async () => {
    const sale = await sell("pro_monthly");
    const checkout = publishedCheckout(sale, { order: { transaction: `tran_first_${sale.orderId}` } });
    const transactionId = `tran_second_${sale.orderId}`;
    const renewal = publishedPaid(sale, { cycle: 1, transactionId });
    const last_transaction = { id: transactionId, order: sale.orderId, amount: 9_900, status: "paid" };
    await deliver(ctx, { ...renewal, object: { ...renewal.object, last_transaction } });
    await deliver(ctx, checkout);
    await deliver(ctx, checkout);
    expect(await booksOf(sale)).toMatchObject({ credits: 20_000, payments: { length: 2 } });
    await expectNoDifferences();
  });

  it("another transaction than the first payment's is another payment, and the ledger's verification points at two grants of one period", async () => {
    const sale = await sell();
    for (const event of [...both(sale), publishedPaid(sale, { transactionId: `tran_other_${sale.orderId}` })])
      await deliver(ctx, event);
    expect((await booksOf(sale)).credits).toBe(2_000);
    const { differences } = await verifyLedger(ctx.db);
    expect(differences).toMatchObject([{ check: "one grant for each subscription period" }]);
    await ctx.db.payment.update({ where: { id: differences[0]?.id ?? "" }, data: { status: "refunded" } });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
    // So that the tests after this one find nothing.
    await ctx.db.payment.updateMany({ where: { userId: sale.userId }, data: { periodStart: null } });
  });
});

it("a change of plan within days is granted although the second event of the first payment has not come", async () => {
  const sale = await sell();
  await deliver(ctx, publishedCheckout(sale));
  const paidAt = new Date("2026-03-15T11:00:00.000Z");
  const change = { ...sale, key: "pro_monthly", paidAt, orderId: `${sale.orderId}_changed` } as const;
  await deliver(ctx, publishedPaid(change));
  await deliver(ctx, publishedPaid(sale));
  expect(await booksOf(sale)).toMatchObject({
    credits: 11_000,
    planKey: "pro_monthly",
    payments: [
      { providerTransactionId: `tran_${sale.orderId}_0` },
      { providerTransactionId: `tran_${change.orderId}_0` },
    ],
  });
  await expectNoDifferences();
});

it("a yearly plan that the provider has changed to a monthly one renews a month later, whatever old events come again", async () => {
  const sale = await sell("starter_yearly");
  const changedAt = new Date("2026-04-01T11:00:00.000Z");
  const change = { ...sale, key: "pro_monthly", paidAt: changedAt, orderId: `${sale.orderId}_changed` } as const;
  const old = [publishedCheckout(sale), publishedPaid(sale)];
  for (const event of [...old, publishedPaid(change), ...old]) await deliver(ctx, event);
  const { subscriptions } = await booksOf(sale);
  expect(subscriptions).toMatchObject([
    { planKey: "pro_monthly", currentPeriodEnd: new Date("2026-05-01T11:00:01.428Z") },
  ]);
});

it("a payment that arrives after a later one for another yearly plan leaves that plan's instalments alone", async () => {
  const sale = await sell("starter_yearly");
  const upgradedAt = new Date("2026-04-01T11:00:00.000Z");
  const upgrade = publishedPaid(
    { ...sale, key: "pro_yearly", paidAt: upgradedAt },
    { transactionId: `tran_${sale.orderId}_up` },
  );
  for (const event of [upgrade, publishedCheckout(sale), publishedPaid(sale), upgrade]) await deliver(ctx, event);
  const { credits, planKey, payments, schedules } = await booksOf(sale);
  expect({ credits, planKey, payments: payments.length }).toEqual({
    credits: 11_000,
    planKey: "pro_yearly",
    payments: 2,
  });
  expect(schedules).toMatchObject([{ planKey: "pro_yearly", grantsRemaining: 11, totalCreditsRemaining: 110_000 }]);
  await expectNoDifferences();
});

it("a renewal whose transaction names the first payment's order is granted", async () => {
  const sale = await sell();
  await deliver(ctx, publishedCheckout(sale));
  await deliver(ctx, publishedPaid(sale));
  const renewal = publishedPaid(sale, { cycle: 1 });
  const last_transaction = {
    id: renewal.object.last_transaction_id,
    order: sale.orderId,
    amount: 2_900,
    status: "paid",
  };
  const named = { ...renewal, object: { ...renewal.object, last_transaction } };
  await deliver(ctx, named);
  await deliver(ctx, named);
  expect((await booksOf(sale)).credits).toBe(2_000);
});

describe("a trial", () => {
  const trialCheckout = (sale: PublishedSale) =>
    publishedCheckout(sale, { order: { amount: 0 }, subscription: { status: "trialing" } });

  const trialingEvent = (sale: PublishedSale, trialEnd: Date) => ({
    id: `evt_trialing_${sale.subscriptionId}`,
    eventType: "subscription.trialing",
    created_at: sale.paidAt.getTime(),
    object: {
      id: sale.subscriptionId,
      object: "subscription",
      status: "trialing",
      current_period_end_date: trialEnd.toISOString(),
    },
  });

  it("starts the subscription and grants nothing; its first payment grants one cycle", async () => {
    const sale = await sell();
    await deliver(ctx, trialCheckout(sale));
    const trialEnd = new Date("2026-03-17T11:00:00.000Z");
    await deliver(ctx, trialingEvent(sale, trialEnd));
    expect(await booksOf(sale)).toMatchObject({
      credits: 0,
      planKey: "starter_monthly",
      payments: [],
      subscriptions: [{ status: "trialing", currentPeriodEnd: trialEnd }],
    });
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, trialCheckout(sale));
    expect(await booksOf(sale)).toMatchObject({ credits: 1_000, subscriptions: [{ status: "active" }] });
  });

  it("whose first payment arrives first is granted that payment alone, and stays active", async () => {
    const sale = await sell("starter_yearly");
    await deliver(ctx, publishedPaid(sale, { cycle: 1 }));
    await deliver(ctx, trialCheckout(sale));
    expect(await booksOf(sale)).toMatchObject({
      credits: 1_000,
      subscriptions: [{ status: "active" }],
      schedules: [{ grantsRemaining: 11 }],
    });
  });
});

describe("what was bought", () => {
  it("is what the product says; unpaid grants nothing, the currency is kept, an amount below the price is flagged", async () => {
    const sale = await sell("pro_yearly");
    const event = (status: string) =>
      publishedCheckout(sale, {
        order: { status, amount: 1, product: "starter_monthly" },
        product: { id: "starter_monthly" },
      });
    await deliver(ctx, event("pending"));
    expect(await booksOf(sale)).toMatchObject({ credits: 0, payments: [], subscriptions: [] });
    await deliver(ctx, event("paid"));
    expect(await booksOf(sale)).toMatchObject({
      credits: 1_000,
      planKey: "starter_monthly",
      payments: [
        {
          amountCents: 1,
          currency: "eur",
          planKey: "starter_monthly",
          attention: "Paid for Starter monthly, but the checkout was for Pro yearly. Paid €0.01, the price is $29.00",
        },
      ],
    });
    const events = await ctx.db.webhookEvent.findMany({ where: { userId: sale.userId }, orderBy: { id: "asc" } });
    expect(events).toMatchObject([
      { outcome: "recorded", detail: "not paid: pending" },
      { outcome: "granted", detail: expect.stringContaining("the checkout was for Pro yearly") },
    ]);
    expect(await ctx.db.auditLog.findMany({ where: { targetId: sale.userId } })).toMatchObject([
      { actorId: "service", action: "payment.other_product" },
    ]);
  });

  it("is flagged for an amount below the price, also where the payment came first without its amount", async () => {
    const sale = await sell();
    await deliver(ctx, publishedPaid(sale));
    expect(await booksOf(sale)).toMatchObject({ payments: [{ amountCents: 2_900, attention: null }] });
    await deliver(ctx, publishedCheckout(sale, { order: { amount: 100 } }));
    const flagged = { amountCents: 100, attention: "Paid €1.00, the price is $29.00" };
    expect(await booksOf(sale)).toMatchObject({ credits: 1_000, payments: [flagged] });
  });

  it("is the metadata's item for a product that is not configured, flagged", async () => {
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await deliver(ctx, { ...event, object: { ...event.object, product: { id: "prod_other" } } });
    expect(await ctx.db.payment.findFirst({ where: { userId } })).toMatchObject({
      creditsGranted: 200,
      attention: "Product prod_other is not configured, the checkout was for 200 credits",
    });
  });
});
