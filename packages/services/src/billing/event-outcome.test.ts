import { describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { setEventOutcome } from "./event-outcome";
import { replayWebhookEvent } from "./replay-webhook-event";

const ctx = useTestContext();

async function grantedEvent() {
  const userId = await createUser(ctx);
  const event = purchaseEvent({ userId, key: "pack_200" });
  await deliver(ctx, event);
  const { id } = await ctx.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
  return { id, userId };
}

const stored = (id: string) => ctx.db.webhookEvent.findUniqueOrThrow({ where: { id } });

describe("setEventOutcome", () => {
  it("leaves an event granted that is replayed, though the replay itself finds a duplicate", async () => {
    const { id, userId } = await grantedEvent();
    const before = await stored(id);
    ctx.setNow(new Date("2026-03-11T12:00:00.000Z"));
    expect(await replayWebhookEvent(ctx, id)).toMatchObject({ outcome: "duplicate" });
    expect(await stored(id)).toEqual(before);
    expect(before).toMatchObject({ outcome: "granted", detail: "200 credits", userId });
  });

  it("leaves it granted when a later try is refused", async () => {
    const { id } = await grantedEvent();
    await setEventOutcome(ctx.db, id, { outcome: "rejected", detail: "User not found" }, ctx.now());
    expect(await stored(id)).toMatchObject({ outcome: "granted", detail: "200 credits" });
  });

  it("tells of every later outcome of an event that granted nothing", async () => {
    const { id } = await grantedEvent();
    await ctx.db.webhookEvent.update({ where: { id }, data: { outcome: "rejected", detail: "User not found" } });
    await setEventOutcome(ctx.db, id, { outcome: "duplicate", detail: "this payment is already recorded" }, ctx.now());
    expect(await stored(id)).toMatchObject({ outcome: "duplicate", processedAt: ctx.now() });
  });
});
