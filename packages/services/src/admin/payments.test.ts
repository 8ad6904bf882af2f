import { beforeAll, describe, expect, it } from "vitest";
import { deliver, publishedCheckout, publishedPaid, publishedSale, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { listPayments } from "./payments";
import { listSchedules } from "./schedules";
import { listSubscriptions } from "./subscriptions";

const ctx = useTestContext();
/** More than the lists look up by their ids. */
const OTHERS = 1_050;

describe("a search that matches many users", () => {
  let buyer: string;
  beforeAll(async () => {
    buyer = await createUser(ctx);
    await deliver(ctx, purchaseEvent({ userId: buyer, key: "starter_yearly", subscriptionId: "sub_many" }));
    const others = Array.from({ length: OTHERS }, (_, index) => ({ email: `user-${index}@example.com` }));
    await ctx.db.user.createMany({ data: others });
  });

  it.each([
    ["payments", listPayments],
    ["subscriptions", listSubscriptions],
    ["schedules", listSchedules],
  ])("finds the %s of all of them", async (_what, list) => {
    expect((await list(ctx, { search: "@example.com" })).items).toMatchObject([{ userId: buyer }]);
    expect((await list(ctx, { search: buyer })).items).toMatchObject([{ userId: buyer }]);
    expect((await list(ctx, { search: "user-1" })).items).toEqual([]);
  });
});

it.each([
  ["order first", [publishedCheckout, publishedPaid]],
  ["transaction first", [publishedPaid, publishedCheckout]],
])(
  "a payment is found by the provider's order and transaction, whichever it is named after: %s",
  async (_order, events) => {
    const sale = publishedSale({ userId: await createUser(ctx), key: "starter_monthly", paidAt: ctx.now() });
    for (const eventOf of events) await deliver(ctx, eventOf(sale));
    const transactionId = publishedPaid(sale).object.last_transaction_id;
    for (const search of [sale.orderId, transactionId])
      expect((await listPayments(ctx, { search })).items).toMatchObject([{ userId: sale.userId }]);
  },
);
