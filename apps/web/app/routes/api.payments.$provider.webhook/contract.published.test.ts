import type { CatalogueKey } from "@app/core/billing/catalogue";
import {
  checkoutCompletedEvent,
  disputeCreatedEvent,
  refundCreatedEvent,
  subscriptionEvent,
} from "@app/sandbox/payments/events";
import { renewSubscription } from "@app/sandbox/payments/purchases";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { PAID_AT, readBillingState } from "../../../test/billing-state";
import { createUser } from "../../../test/users";
import { planRecords, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const RECEIVED = { status: 200, body: { received: true } };
const MONTH_LATER = new Date("2026-03-01T10:00:00.000Z");

/** A first payment as the provider's documentation pages show it: an order without a transaction, a transaction without an order. */
async function firstPayment(key: CatalogueKey) {
  app.setNow(PAID_AT);
  const userId = await createUser(app);
  const records = planRecords({ userId, key }, PAID_AT);
  const checkout = checkoutCompletedEvent(records, PAID_AT, "published");
  const paid = subscriptionEvent("paid", records, PAID_AT, "published");
  return { userId, records, checkout, paid };
}

describe("200: the published shape", () => {
  it.each([
    ["checkout first", false],
    ["payment first", true],
  ])("grants a first payment once, and its renewal: %s", async (_order, isReversed) => {
    const { userId, records, checkout, paid } = await firstPayment("starter_monthly");
    for (const event of isReversed ? [paid, checkout] : [checkout, paid])
      expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 1_000,
      payments: [{ amountCents: 2_900, status: "succeeded" }],
      subscriptions: [{ status: "active" }],
    });
    app.setNow(MONTH_LATER);
    const renewed = subscriptionEvent("paid", renewSubscription(records, MONTH_LATER), MONTH_LATER, "published");
    for (const event of [renewed, renewed]) expect(await sendWebhook(app, event)).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 2_000, payments: [{}, {}] });
  });

  it("grants it once when both arrive at the same moment", async () => {
    const { userId, checkout, paid } = await firstPayment("pro_yearly");
    const responses = await Promise.all([checkout, paid, paid, checkout].map((event) => sendWebhook(app, event)));
    for (const response of responses) expect(response).toMatchObject(RECEIVED);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 10_000, payments: [{}], schedules: [{}] });
  });

  it.each(["current", "published"] as const)("stops instalments whose money went back: %s", async (shape) => {
    const refunded = await firstPayment("starter_yearly");
    const disputed = await firstPayment("starter_yearly");
    for (const { checkout, paid } of [refunded, disputed])
      for (const event of [checkout, paid]) await sendWebhook(app, event);
    await sendWebhook(app, refundCreatedEvent(refunded.records, PAID_AT, { shape }));
    await sendWebhook(app, disputeCreatedEvent(disputed.records, PAID_AT, shape));
    app.setNow(MONTH_LATER);
    const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
    expect(await new ApiClient(app).get("/api/cron/subscription-grants", headers)).toMatchObject({ status: 200 });
    expect(await readBillingState(app, refunded.userId)).toMatchObject({
      credits: 1_000,
      payments: [{ status: "refunded" }],
      schedules: [{ pauseReason: "refund" }],
    });
    expect(await readBillingState(app, disputed.userId)).toMatchObject({
      credits: 1_000,
      payments: [{ status: "disputed" }],
      schedules: [{ pauseReason: "dispute" }],
    });
  });
});
