import type { CatalogueKey } from "@app/core/billing/catalogue";
import { checkoutCompletedEvent, subscriptionEvent } from "@app/sandbox/payments/events";
import { renewSubscription } from "@app/sandbox/payments/purchases";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { PAID_AT, readBillingState } from "../../../test/billing-state";
import { createUser } from "../../../test/users";
import { planRecords, purchaseEvent, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const RECEIVED = { status: 200, body: { received: true } };
const YEAR_LATER = new Date("2027-01-31T10:00:00.000Z");

async function subscriber(key: CatalogueKey) {
  app.setNow(PAID_AT);
  const userId = await createUser(app);
  const first = planRecords({ userId, key }, PAID_AT);
  await sendWebhook(app, checkoutCompletedEvent(first, PAID_AT));
  return { userId, first, subscriptionId: first.subscription.id };
}

/** The event of a renewal paid at that time. */
function renewalAt(now: Date, first: Awaited<ReturnType<typeof subscriber>>["first"]) {
  app.setNow(now);
  const renewed = renewSubscription(first, now);
  return { event: subscriptionEvent("paid", renewed, now), renewed };
}

const instalment = (subscriptionId: string, delta: number, balanceAfter: number) => ({
  delta,
  reason: "subscription_schedule",
  paymentId: subscriptionId,
  balanceAfter,
});

describe("200: a renewal", () => {
  it("of a monthly plan grants the next cycle and extends the same subscription", async () => {
    const { userId, first, subscriptionId } = await subscriber("pro_monthly");
    const { event, renewed } = renewalAt(new Date("2026-02-28T10:00:00.000Z"), first);
    expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 20_000,
      ledger: [{}, { delta: 10_000, reason: "subscription_cycle", paymentId: renewed.order.id, balanceAfter: 20_000 }],
      payments: [{ id: first.order.id }, { id: renewed.order.id, amountCents: 9_900, type: "subscription" }],
      subscriptions: [{ id: subscriptionId, status: "active", currentPeriodEnd: new Date("2026-03-28T10:00:00.000Z") }],
      schedules: [],
    });
  });

  it("of a yearly plan grants all due instalments of the old cycle, then starts a new one", async () => {
    const { userId, first, subscriptionId } = await subscriber("pro_yearly");
    const { event, renewed } = renewalAt(YEAR_LATER, first);
    expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    const books = await readBillingState(app, userId);
    expect(books.ledger).toEqual([
      { delta: 10_000, reason: "subscription_cycle", paymentId: first.order.id, balanceAfter: 10_000 },
      ...Array.from({ length: 11 }, (_, i) => instalment(subscriptionId, 10_000, 20_000 + i * 10_000)),
      { delta: 10_000, reason: "subscription_cycle", paymentId: renewed.order.id, balanceAfter: 130_000 },
    ]);
    expect(books).toMatchObject({
      credits: 130_000,
      planKey: "pro_yearly",
      subscriptions: [{ id: subscriptionId, currentPeriodEnd: new Date("2028-01-31T10:00:00.000Z") }],
      schedules: [
        {
          subscriptionId,
          grantsRemaining: 11,
          totalCreditsRemaining: 110_000,
          nextGrantAt: new Date("2027-02-28T10:00:00.000Z"),
        },
      ],
    });
  });

  it("of a yearly plan grants only the due instalments of the old cycle", async () => {
    const { userId, first, subscriptionId } = await subscriber("starter_yearly");
    const { event } = renewalAt(new Date("2026-04-30T10:00:00.000Z"), first);
    await sendWebhook(app, event);
    const { ledger, schedules, credits } = await readBillingState(app, userId);
    expect(ledger.slice(1, -1)).toEqual([2_000, 3_000, 4_000].map((after) => instalment(subscriptionId, 1_000, after)));
    expect(credits).toBe(5_000);
    expect(schedules).toMatchObject([{ grantsRemaining: 11, nextGrantAt: new Date("2026-05-30T10:00:00.000Z") }]);
  });

  it("after a completely granted cycle creates a new schedule", async () => {
    const { userId, first } = await subscriber("starter_yearly");
    app.setNow(YEAR_LATER);
    await runCron();
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 12_000, schedules: [] });
    await sendWebhook(app, renewalAt(YEAR_LATER, first).event);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 13_000,
      schedules: [{ grantsRemaining: 11 }],
    });
  });

  it("during a run of the cron job grants each instalment once", async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => subscriber("starter_yearly")));
    const renewals = buyers.map(({ first }) => renewalAt(YEAR_LATER, first).event);
    await Promise.all([runCron(), ...renewals.map((event) => sendWebhook(app, event)), runCron()]);
    for (const { userId } of buyers) {
      expect(await readBillingState(app, userId)).toMatchObject({
        credits: 13_000,
        schedules: [{ grantsRemaining: 11 }],
      });
    }
  });

  it("without metadata is assigned to the stored subscriber", async () => {
    const { userId, first } = await subscriber("starter_monthly");
    const { event } = renewalAt(new Date("2026-02-28T10:00:00.000Z"), first);
    expect(await sendWebhook(app, { ...event, object: { ...event.object, metadata: {} } })).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 2_000, planKey: "starter_monthly" });
  });

  it("in the simple envelope is one more order of the same subscription", async () => {
    app.setNow(PAID_AT);
    const userId = await createUser(app);
    const first = purchaseEvent({ userId, key: "starter_yearly" });
    await sendWebhook(app, first);
    app.setNow(YEAR_LATER);
    const second = purchaseEvent({ userId, key: "starter_yearly" }, "subscription.paid");
    const order = { ...second.object.order, subscription_id: first.object.order.subscription_id };
    await sendWebhook(app, { ...second, object: { ...second.object, order } });
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 13_000,
      payments: [{}, { id: second.object.order.id }],
      subscriptions: [{ currentPeriodEnd: new Date("2028-01-31T10:00:00.000Z") }],
      schedules: [{ grantsRemaining: 11, totalCreditsRemaining: 11_000 }],
    });
  });

  it("that changes the plan from yearly to monthly keeps the prepaid instalments", async () => {
    const { userId, first, subscriptionId } = await subscriber("pro_yearly");
    const { event } = renewalAt(new Date("2026-02-10T10:00:00.000Z"), first);
    const metadata = { userId, key: "starter_monthly", kind: "subscription" };
    await sendWebhook(app, { ...event, object: { ...event.object, product: "starter_monthly", metadata } });
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 11_000,
      planKey: "starter_monthly",
      subscriptions: [{ id: subscriptionId, planKey: "starter_monthly" }],
      schedules: [{ planKey: "pro_yearly", grantsRemaining: 11, totalCreditsRemaining: 110_000 }],
    });
  });
});

async function runCron() {
  const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
  expect(await new ApiClient(app).get("/api/cron/subscription-grants?limit=500", headers)).toMatchObject({
    status: 200,
  });
}
