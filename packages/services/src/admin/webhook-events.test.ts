import { describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { getWebhookEvent } from "./webhook-events";

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
