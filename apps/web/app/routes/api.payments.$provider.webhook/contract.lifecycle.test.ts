import type { CatalogueKey } from "@app/core/billing/catalogue";
import { checkoutCompletedEvent, type SubscriptionEventType, subscriptionEvent } from "@app/sandbox/payments/events";
import { beforeEach, describe, expect, it } from "vitest";
import { useTestApp } from "../../../test/app";
import { countRows, PAID_AT, readBillingState } from "../../../test/billing-state";
import { createUser } from "../../../test/users";
import { planRecords, purchaseEvent, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const RECEIVED = { status: 200, body: { received: true } };

beforeEach(() => app.setNow(PAID_AT));

const hoursLater = (hours: number) => new Date(PAID_AT.getTime() + hours * 3_600_000);

async function subscriber(key: CatalogueKey = "starter_monthly") {
  const userId = await createUser(app);
  const records = planRecords({ userId, key }, PAID_AT);
  const subscription = () => app.db.subscription.findUniqueOrThrow({ where: { id: records.subscription.id } });
  const checkout = () => sendWebhook(app, checkoutCompletedEvent(records, PAID_AT));
  const lifecycle = (type: SubscriptionEventType, at: Date) => sendWebhook(app, subscriptionEvent(type, records, at));
  const newestOutcome = async () => {
    const where = { subscriptionId: records.subscription.id };
    return (await app.db.webhookEvent.findFirst({ where, orderBy: { id: "desc" } }))?.outcome;
  };
  return { userId, records, subscription, checkout, lifecycle, newestOutcome };
}

const MAILED: ReadonlySet<string> = new Set(["scheduled_cancel", "canceled"]);

describe("200: a subscription's status follows the provider", () => {
  it.each(["active", "trialing", "scheduled_cancel", "past_due", "unpaid", "expired", "paused", "canceled"] as const)(
    "subscription.%s sets it, and grants nothing",
    async (type) => {
      const { userId, checkout, lifecycle, subscription } = await subscriber();
      await checkout();
      const before = { counts: await countRows(app), books: await readBillingState(app, userId) };
      expect(await lifecycle(type, hoursLater(1))).toMatchObject(RECEIVED);
      expect(await subscription()).toMatchObject({ status: type });
      // A cancellation is confirmed by mail.
      const mails = MAILED.has(type) ? 1 : 0;
      expect(await countRows(app)).toEqual({ ...before.counts, jobs: (before.counts.jobs ?? 0) + mails });
      expect(await readBillingState(app, userId)).toMatchObject({ ...before.books, subscriptions: [{ status: type }] });
    },
  );

  it("subscription.active of the simple envelope sets it active again", async () => {
    const userId = await createUser(app);
    const purchase = purchaseEvent({ userId, key: "pro_monthly" });
    await sendWebhook(app, purchase);
    const id = purchase.object.order.subscription_id ?? "";
    await app.db.subscription.update({ where: { id }, data: { status: "past_due" } });
    const before = await countRows(app);
    expect(await sendWebhook(app, { ...purchase, id: "evt_2", eventType: "subscription.active" })).toMatchObject(
      RECEIVED,
    );
    expect(await app.db.subscription.findUnique({ where: { id } })).toMatchObject({ status: "active" });
    expect(await countRows(app)).toEqual(before);
  });

  it.each(["canceled", "cancelled"])("subscription.update takes the object's own word: %s", async (word) => {
    const { records, checkout, subscription } = await subscriber();
    await checkout();
    const event = subscriptionEvent("update", records, hoursLater(1));
    await sendWebhook(app, { ...event, object: { ...event.object, status: word } });
    expect(await subscription()).toMatchObject({ status: "canceled" });
  });

  it("finds its subscription by id where the event carries no metadata", async () => {
    const { records, checkout, subscription } = await subscriber();
    await checkout();
    const event = subscriptionEvent("past_due", records, hoursLater(1));
    expect(await sendWebhook(app, { ...event, object: { ...event.object, metadata: {} } })).toMatchObject(RECEIVED);
    expect(await subscription()).toMatchObject({ status: "past_due" });
  });

  it("moves the period's end later, never earlier", async () => {
    const { records, checkout, subscription } = await subscriber();
    await checkout();
    const later = new Date("2026-04-30T10:00:00.000Z");
    for (const end of [later, PAID_AT]) {
      const event = subscriptionEvent("update", records, hoursLater(1));
      await sendWebhook(app, { ...event, object: { ...event.object, current_period_end_date: end.toISOString() } });
      expect(await subscription()).toMatchObject({ currentPeriodEnd: later });
    }
  });
});

describe("200: events out of order", () => {
  it("an older event changes nothing", async () => {
    const { checkout, lifecycle, subscription, newestOutcome } = await subscriber();
    await checkout();
    await lifecycle("past_due", hoursLater(3));
    expect(await lifecycle("active", hoursLater(2))).toMatchObject(RECEIVED);
    expect(await subscription()).toMatchObject({ status: "past_due", statusEventAt: hoursLater(3) });
    expect(await newestOutcome()).toBe("recorded");
  });

  it.each(["canceled", "expired", "unpaid", "scheduled_cancel"] as const)(
    "a newer subscription.active sets one that is %s active again, an older one does not",
    async (status) => {
      const { checkout, lifecycle, subscription, newestOutcome } = await subscriber();
      await checkout();
      await lifecycle(status, hoursLater(2));
      for (const at of status === "canceled" ? [hoursLater(1), hoursLater(2)] : [hoursLater(1)]) {
        expect(await lifecycle("active", at)).toMatchObject(RECEIVED);
        expect(await subscription()).toMatchObject({ status, statusEventAt: hoursLater(2) });
        expect(await newestOutcome()).toBe("recorded");
      }
      expect(await lifecycle("active", hoursLater(3))).toMatchObject(RECEIVED);
      expect(await subscription()).toMatchObject({ status: "active", statusEventAt: hoursLater(3) });
      expect(await newestOutcome()).toBe("updated");
    },
  );

  it.each(["trialing", "scheduled_cancel", "past_due", "unpaid", "expired", "paused"] as const)(
    "a canceled subscription stays canceled after a newer subscription.%s",
    async (type) => {
      const { checkout, lifecycle, subscription } = await subscriber();
      await checkout();
      await lifecycle("canceled", hoursLater(1));
      expect(await lifecycle(type, hoursLater(2))).toMatchObject(RECEIVED);
      expect(await subscription()).toMatchObject({ status: "canceled", statusEventAt: hoursLater(1) });
    },
  );

  it("a payment that arrives after newer news is granted, and undoes none of it", async () => {
    const { userId, checkout, lifecycle, records } = await subscriber();
    const paid = subscriptionEvent("paid", records, hoursLater(1));
    await checkout();
    await lifecycle("canceled", hoursLater(2));
    const order = { id: "tran_late", order: "ord_late", amount: 2_900 };
    const late = { ...paid, object: { ...paid.object, last_transaction_id: "tran_late", last_transaction: order } };
    expect(await sendWebhook(app, late)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 2_000,
      subscriptions: [{ status: "canceled" }],
    });
  });

  it("a payment that arrives late does not bring an older plan back", async () => {
    const { userId, records } = await subscriber();
    const paid = (key: CatalogueKey, at: Date, order: string) => {
      const event = subscriptionEvent("paid", records, at);
      const metadata = { userId, key, kind: "subscription" };
      const object = { ...event.object, product: key, metadata, last_transaction_id: `tran_${order}` };
      return sendWebhook(app, { ...event, object: { ...object, last_transaction: { id: `tran_${order}`, order } } });
    };
    expect(await paid("pro_monthly", hoursLater(2), `${records.order.id}_2`)).toMatchObject(RECEIVED);
    expect(await paid("starter_monthly", hoursLater(1), `${records.order.id}_1`)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 11_000,
      planKey: "pro_monthly",
      subscriptions: [{ planKey: "pro_monthly", statusEventAt: hoursLater(2) }],
    });
  });

  it("an event before its subscription waits for the payment that creates it", async () => {
    const { userId, checkout, lifecycle, subscription, newestOutcome } = await subscriber("starter_yearly");
    expect(await lifecycle("past_due", hoursLater(1))).toMatchObject(RECEIVED);
    expect(await lifecycle("scheduled_cancel", hoursLater(2))).toMatchObject(RECEIVED);
    expect(await newestOutcome()).toBe("recorded");
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 0, subscriptions: [] });
    expect(await checkout()).toMatchObject(RECEIVED);
    expect(await subscription()).toMatchObject({ status: "scheduled_cancel", statusEventAt: hoursLater(2) });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 1_000, planKey: "starter_yearly" });
  });

  it("an event from before the payment that creates the subscription changes nothing", async () => {
    const { checkout, lifecycle, subscription } = await subscriber();
    await lifecycle("expired", hoursLater(-1));
    await checkout();
    expect(await subscription()).toMatchObject({ status: "active", statusEventAt: PAID_AT });
  });
});
