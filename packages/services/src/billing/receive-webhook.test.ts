import { randomUUID } from "node:crypto";
import { parseProviderEvent } from "@app/core/billing/provider-event";
import { beforeAll, describe, expect, it } from "vitest";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext } from "../../test/test-context";
import { replayWebhookEvent, storeProviderEvent } from "./receive-webhook";
import { setEventOutcome } from "./webhook-inbox";

const ctx = useTestContext();

const store = (event: object) => storeProviderEvent(ctx, Buffer.from(JSON.stringify(event)));
const inboxRow = (id: string) => ctx.db.webhookEvent.findUniqueOrThrow({ where: { id } });

describe("storeProviderEvent", () => {
  let recorded: ReturnType<typeof purchaseEvent>;
  let userId: string;

  beforeAll(async () => {
    userId = await createUser(ctx);
    recorded = purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` });
    await deliver(ctx, recorded);
  });

  it("marks the delivery of a recorded payment as a duplicate", async () => {
    const { inboxId, isDuplicate } = await store({ ...recorded, id: "evt_again", eventType: "subscription.paid" });
    expect(isDuplicate).toBe(true);
    const detail = "this payment is already recorded";
    expect(await inboxRow(inboxId)).toMatchObject({ outcome: "duplicate", detail, userId, processedAt: ctx.now() });
  });

  it("leaves a recorded payment's event to be processed where it names the tax or the transaction first", async () => {
    const { order, ...rest } = recorded.object;
    const additions = [{ tax_amount: 100, amount_paid: 600 }, { transaction: `tran_${order.id}` }];
    for (const addition of additions) {
      const event = { ...recorded, id: `evt_${randomUUID()}`, object: { ...rest, order: { ...order, ...addition } } };
      expect(await store(event)).toMatchObject({ isDuplicate: false });
      await deliver(ctx, event);
      expect(await store(event)).toMatchObject({ isDuplicate: true });
    }
    const payment = { taxCents: 100, paidCents: 600, providerTransactionId: `tran_${order.id}` };
    expect(await ctx.db.payment.findUnique({ where: { id: order.id } })).toMatchObject(payment);
  });

  it("leaves it to be processed where its checkout is still open, which completes that", async () => {
    const checkoutId = `ch_${randomUUID()}`;
    await ctx.db.checkout.create({ data: { id: checkoutId, userId, key: "pro_monthly" } });
    const object = { ...recorded.object, id: checkoutId, object: "checkout" };
    const event = { ...recorded, id: `evt_${randomUUID()}`, object };
    await deliver(ctx, event);
    expect(await ctx.db.checkout.findUnique({ where: { id: checkoutId } })).toMatchObject({ status: "completed" });
    expect(await store(event)).toMatchObject({ isDuplicate: true });
  });

  it("reads an event as the inbox has it", async () => {
    const event = purchaseEvent({ userId, key: "pack_200" });
    const { inboxId, event: parsed } = await store(event);
    const row = await inboxRow(inboxId);
    expect(parseProviderEvent(JSON.parse(row.payload), row.receivedAt)).toEqual(parsed);
    expect(row).toMatchObject({
      provider: "creem",
      providerEventId: event.id,
      eventType: event.eventType,
      paymentId: event.object.order.id,
      outcome: "received",
      eventAt: ctx.now(),
      receivedAt: ctx.now(),
    });
  });

  it("tells apart deliveries that arrive together", async () => {
    const fresh = purchaseEvent({ userId, key: "pack_200" });
    const stored = await Promise.all([store(fresh), store(recorded), store(fresh), store(recorded)]);
    expect(stored.map(({ isDuplicate }) => isDuplicate)).toEqual([false, true, false, true]);
    const rows = await Promise.all(stored.map(({ inboxId }) => inboxRow(inboxId)));
    expect(rows.map(({ outcome }) => outcome)).toEqual(["received", "duplicate", "received", "duplicate"]);
  });

  const withMetadata = (metadata: object) => ({
    ...recorded,
    object: { ...recorded.object, metadata: { ...recorded.object.metadata, ...metadata } },
  });
  it.each<[string, () => object]>([
    ["a payment that is not recorded", () => purchaseEvent({ userId, key: "pro_monthly" })],
    ["another buyer", () => withMetadata({ userId: "somebody-else" })],
    ["a key that is not for sale", () => withMetadata({ key: "gold_monthly" })],
    ["a kind that does not fit", () => withMetadata({ kind: "one_time" })],
    ["no metadata", () => ({ ...recorded, object: { order: recorded.object.order } })],
    ["an event of another kind", () => ({ ...recorded, eventType: "subscription.paused" })],
  ])("leaves the event to be processed: %s", async (_name, event) => {
    const { inboxId, isDuplicate } = await store(event());
    expect(isDuplicate).toBe(false);
    expect(await inboxRow(inboxId)).toMatchObject({
      outcome: "received",
      detail: null,
      userId: null,
      processedAt: null,
    });
  });

  it("leaves the event to be processed: a checkout that replaces a subscription", async () => {
    const id = `ch_${randomUUID()}`;
    const completed = { ...recorded, object: { ...recorded.object, object: "checkout", id } };
    expect(await store(completed)).toMatchObject({ isDuplicate: true });
    await ctx.db.checkout.create({ data: { id, userId, key: "pro_monthly", replacesSubscriptionId: "sub_old" } });
    expect(await store(completed)).toMatchObject({ isDuplicate: false });
  });
});

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
