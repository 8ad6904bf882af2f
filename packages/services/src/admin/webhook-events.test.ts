import { describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { getWebhookEvent, listWebhookEvents } from "./webhook-events";

const ctx = useTestContext();

describe("getWebhookEvent", () => {
  it("returns the body as it was sent, and the outcome", async () => {
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    await deliver(ctx, event);
    const { id } = await ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
    const detail = await getWebhookEvent(ctx, { eventId: id });
    expect(detail).toMatchObject({ id, outcome: "granted", userId, processedAt: expect.any(Date) });
    expect(detail.payload).toBe(JSON.stringify(event));
  });

  it("refuses an unknown event", async () => {
    await expect(getWebhookEvent(ctx, { eventId: "none" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("listWebhookEvents", () => {
  it("finds the events of a customer by address, payment and subscription", async () => {
    const [userId, otherId] = [await createUser(ctx), await createUser(ctx)];
    const subscriptionId = "sub_searched";
    const event = purchaseEvent({ userId, key: "starter_monthly", subscriptionId });
    await deliver(ctx, event);
    await deliver(ctx, purchaseEvent({ userId: otherId, key: "pack_200" }));
    const { email } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    const { id: paymentId } = await ctx.db.payment.findFirstOrThrow({ where: { userId } });
    for (const search of [email, userId, paymentId, subscriptionId])
      expect((await listWebhookEvents(ctx, { search })).items, search).toMatchObject([{ providerEventId: event.id }]);
    expect((await listWebhookEvents(ctx, { search: "nobody@example.com" })).items).toEqual([]);
  });

  it("finds an event that was rejected under the customer whom it names", async () => {
    const userId = await createUser(ctx);
    const event = purchaseEvent({ userId, key: "pack_200" });
    const metadata = { ...event.object.metadata, kind: "subscription" };
    await expect(deliver(ctx, { ...event, object: { ...event.object, metadata } })).rejects.toThrow("does not fit");
    const { items } = await listWebhookEvents(ctx, { search: userId });
    expect(items).toMatchObject([{ outcome: "rejected", userId }]);
  });
});
