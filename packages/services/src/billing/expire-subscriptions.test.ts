import { randomUUID } from "node:crypto";
import type { CatalogueKey } from "@app/core/billing/catalogue";
import { beforeEach, describe, expect, it } from "vitest";
import { lockWaits } from "../../test/database-state";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { changeSubscription } from "../admin/subscriptions";
import { expireSubscriptions } from "./subscriptions";

const ctx = useTestContext();
const PAID_AT = new Date("2026-03-10T12:00:00.000Z");
const PERIOD_OVER = new Date("2026-04-10T12:00:00.001Z");
const GRACE_OVER = new Date("2026-04-17T12:00:00.001Z");
const YEARS_LATER = new Date("2029-01-01T00:00:00.000Z");

// Each test's subscriptions are the only ones whose period is not long over.
beforeEach(async () => {
  ctx.setNow(YEARS_LATER);
  await expireSubscriptions(ctx);
  await ctx.db.user.updateMany({ data: { planKey: "free" } });
  ctx.setNow(PAID_AT);
});

async function subscribe(key: CatalogueKey, userId?: string) {
  const buyer = userId ?? (await createUser(ctx));
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId: buyer, key, subscriptionId }));
  return { userId: buyer, subscriptionId };
}

async function read({ userId, subscriptionId }: { userId: string; subscriptionId: string }) {
  const { planKey, credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { status } = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
  return { planKey, credits, status };
}

const setStatus = (id: string, status: string) => ctx.db.subscription.update({ where: { id }, data: { status } });

describe("expireSubscriptions", () => {
  it("leaves a subscription and its plan alone for seven days after its period", async () => {
    const subscriber = await subscribe("starter_monthly");
    for (const now of ["2026-04-10T12:00:00.001Z", "2026-04-17T12:00:00.000Z"]) {
      ctx.setNow(new Date(now));
      expect(await expireSubscriptions(ctx)).toBe(0);
      expect(await read(subscriber)).toMatchObject({ planKey: "starter_monthly", status: "active" });
    }
  });

  it("expires an active one then, and returns its user to free with the credits they have", async () => {
    const subscriber = await subscribe("starter_monthly");
    ctx.setNow(GRACE_OVER);
    expect(await expireSubscriptions(ctx)).toBe(1);
    expect(await read(subscriber)).toEqual({ planKey: "free", status: "expired", credits: 1000 });
    expect(await expireSubscriptions(ctx)).toBe(0);
  });

  it("waits as many days as are configured", async () => {
    const subscriber = await subscribe("starter_monthly");
    const patient = { ...ctx, config: { ...ctx.config, subscriptionGraceDays: 60 } };
    ctx.setNow(GRACE_OVER);
    expect(await expireSubscriptions(patient)).toBe(0);
    ctx.setNow(new Date("2026-06-09T12:00:00.001Z"));
    expect(await expireSubscriptions(patient)).toBe(1);
    expect(await read(subscriber)).toMatchObject({ planKey: "free", status: "expired" });
    const impatient = await subscribe("starter_monthly");
    ctx.setNow(new Date("2026-07-09T12:00:00.002Z"));
    expect(await expireSubscriptions({ ...ctx, config: { ...ctx.config, subscriptionGraceDays: 0 } })).toBe(1);
    expect(await read(impatient)).toMatchObject({ planKey: "free", status: "expired" });
  });

  it.each(["trialing", "past_due", "unpaid", "paused"])(
    "leaves one that is %s to the provider, with its plan, and ends the plan once the provider has canceled it",
    async (status) => {
      const subscriber = await subscribe("starter_monthly");
      await setStatus(subscriber.subscriptionId, status);
      ctx.setNow(new Date("2026-07-01T00:00:00.000Z"));
      expect(await expireSubscriptions(ctx)).toBe(0);
      expect(await read(subscriber)).toEqual({ planKey: "starter_monthly", status, credits: 1000 });
      const canceled = { id: "evt_1", eventType: "subscription.canceled", created_at: ctx.now().getTime() };
      const object = { object: "subscription", id: subscriber.subscriptionId, metadata: {} };
      await deliver(ctx, { ...canceled, object });
      await expireSubscriptions(ctx);
      expect(await read(subscriber)).toEqual({ planKey: "free", status: "canceled", credits: 1000 });
    },
  );

  it("leaves the status of one that was to end to the provider, and ends its plan with the period", async () => {
    const subscriber = await subscribe("starter_monthly");
    await setStatus(subscriber.subscriptionId, "scheduled_cancel");
    ctx.setNow(PERIOD_OVER);
    expect(await expireSubscriptions(ctx)).toBe(0);
    expect(await read(subscriber)).toEqual({ planKey: "free", status: "scheduled_cancel", credits: 1000 });
  });

  it.each(["canceled", "scheduled_cancel"])(
    "ends the plan of one that was %s, after an outage of months",
    async (status) => {
      const subscriber = await subscribe("starter_monthly");
      const where = { id: subscriber.subscriptionId };
      await ctx.db.subscription.update({ where, data: { status, updatedAt: PAID_AT } });
      ctx.setNow(new Date("2026-07-10T12:00:00.000Z"));
      await expireSubscriptions(ctx);
      expect(await read(subscriber)).toMatchObject({ planKey: "free", status });
    },
  );

  it("leaves the plan of a canceled one to another of the same plan that is in its grace period", async () => {
    const first = await subscribe("starter_monthly");
    await setStatus(first.subscriptionId, "canceled");
    await subscribe("starter_monthly", first.userId);
    ctx.setNow(PERIOD_OVER);
    expect(await expireSubscriptions(ctx)).toBe(0);
    expect(await read(first)).toMatchObject({ planKey: "starter_monthly", status: "canceled" });
  });

  it("keeps a canceled one canceled, and its plan until the period's end", async () => {
    const subscriber = await subscribe("starter_monthly");
    await setStatus(subscriber.subscriptionId, "canceled");
    await expireSubscriptions(ctx);
    expect(await read(subscriber)).toMatchObject({ planKey: "starter_monthly", status: "canceled" });
    ctx.setNow(PERIOD_OVER);
    expect(await expireSubscriptions(ctx)).toBe(0);
    expect(await read(subscriber)).toMatchObject({ planKey: "free", status: "canceled" });
  });

  it("leaves the plan of a user who has another subscription", async () => {
    const first = await subscribe("starter_monthly");
    const second = await subscribe("pro_yearly", first.userId);
    ctx.setNow(GRACE_OVER);
    expect(await expireSubscriptions(ctx)).toBe(1);
    expect(await read(first)).toMatchObject({ planKey: "pro_yearly", status: "expired" });
    expect(await read(second)).toMatchObject({ status: "active" });
  });

  it("gives a user whose newer plan has ended the one that still runs, and ends it with its period", async () => {
    const yearly = await subscribe("starter_yearly");
    await setStatus(yearly.subscriptionId, "scheduled_cancel");
    const monthly = await subscribe("pro_monthly", yearly.userId);
    await setStatus(monthly.subscriptionId, "canceled");
    expect(await read(monthly)).toMatchObject({ planKey: "pro_monthly" });
    ctx.setNow(PERIOD_OVER);
    await expireSubscriptions(ctx);
    expect(await read(monthly)).toMatchObject({ planKey: "starter_yearly" });
    ctx.setNow(new Date("2027-03-10T12:00:00.001Z"));
    await expireSubscriptions(ctx);
    expect(await read(monthly)).toMatchObject({ planKey: "free" });
  });

  it("leaves the plan of a user who has another subscription of the same plan", async () => {
    const first = await subscribe("starter_monthly");
    ctx.setNow(new Date("2026-03-20T12:00:00.000Z"));
    await subscribe("starter_monthly", first.userId);
    ctx.setNow(GRACE_OVER);
    expect(await expireSubscriptions(ctx)).toBe(1);
    expect(await read(first)).toMatchObject({ planKey: "starter_monthly", status: "expired" });
  });

  it.each(["past_due", "unpaid"])(
    "ends a plan whose charge has failed, %s, although its events name the period that it was for",
    async (status) => {
      const subscriber = await subscribe("starter_yearly");
      ctx.setNow(new Date("2027-03-17T12:00:00.000Z"));
      const tell = (name: string, seconds: number) =>
        deliver(ctx, {
          id: `evt_${randomUUID()}`,
          eventType: `subscription.${name}`,
          created_at: ctx.now().getTime() + seconds * 1_000,
          object: {
            object: "subscription",
            id: subscriber.subscriptionId,
            current_period_end_date: "2028-03-10T12:00:00.000Z",
            metadata: {},
          },
        });
      await tell(status, 0);
      await expireSubscriptions(ctx);
      expect(await read(subscriber)).toMatchObject({ planKey: "starter_yearly", status });
      await tell("canceled", 1);
      await expireSubscriptions(ctx);
      expect(await read(subscriber)).toMatchObject({ planKey: "free", status: "canceled" });
    },
  );

  it("leaves a plan that an administrator gave without a subscription", async () => {
    const userId = await createUser(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { planKey: "pro_monthly" } });
    ctx.setNow(GRACE_OVER);
    await expireSubscriptions(ctx);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ planKey: "pro_monthly" });
  });

  describe("a plan that an administrator gives again", () => {
    const give = async (userId: string) =>
      changeSubscription(await actAs(ctx, await createUser(ctx)), {
        userId,
        planKey: "starter_monthly",
        action: "upgrade",
      });

    it.each(["canceled", "scheduled_cancel", "expired"])(
      "outlives a subscription that was %s before",
      async (status) => {
        const subscriber = await subscribe("starter_monthly");
        await setStatus(subscriber.subscriptionId, status);
        ctx.setNow(PERIOD_OVER);
        await expireSubscriptions(ctx);
        expect(await read(subscriber)).toMatchObject({ planKey: "free" });
        await give(subscriber.userId);
        ctx.setNow(GRACE_OVER);
        await expireSubscriptions(ctx);
        expect(await read(subscriber)).toMatchObject({ planKey: "starter_monthly", status });
      },
    );

    it("outlives the paid period of one that was canceled before", async () => {
      const subscriber = await subscribe("starter_monthly");
      ctx.setNow(new Date("2026-03-20T12:00:00.000Z"));
      const admin = await actAs(ctx, await createUser(ctx));
      await changeSubscription(admin, { userId: subscriber.userId, planKey: "free", action: "cancel" });
      ctx.setNow(new Date("2026-03-21T12:00:00.000Z"));
      await give(subscriber.userId);
      ctx.setNow(GRACE_OVER);
      await expireSubscriptions(ctx);
      expect(await read(subscriber)).toMatchObject({ planKey: "starter_monthly", status: "canceled" });
    });

    it("ends with the subscription that it was set on, and with one that is bought later", async () => {
      const running = await subscribe("pro_monthly");
      await give(running.userId);
      const bought = await subscribe("starter_monthly");
      await setStatus(bought.subscriptionId, "canceled");
      await ctx.db.user.update({
        where: { id: bought.userId },
        data: { planGivenAt: new Date("2026-02-01T00:00:00Z") },
      });
      ctx.setNow(GRACE_OVER);
      await expireSubscriptions(ctx);
      expect(await read(running)).toMatchObject({ planKey: "free", status: "expired" });
      expect(await read(bought)).toMatchObject({ planKey: "free" });
    });
  });

  it("deletes no schedule: instalments that were bought still come", async () => {
    const { subscriptionId } = await subscribe("starter_yearly");
    ctx.setNow(new Date("2027-03-17T12:00:00.001Z"));
    await expireSubscriptions(ctx);
    expect(await ctx.db.subscriptionCreditSchedule.findUnique({ where: { subscriptionId } })).toMatchObject({
      grantsRemaining: 11,
    });
  });

  it("is undone by a payment that comes later", async () => {
    const subscriber = await subscribe("starter_monthly");
    ctx.setNow(GRACE_OVER);
    await expireSubscriptions(ctx);
    await deliver(ctx, purchaseEvent({ ...subscriber, key: "starter_monthly", eventType: "subscription.paid" }));
    expect(await read(subscriber)).toEqual({ planKey: "starter_monthly", status: "active", credits: 2000 });
    expect(await expireSubscriptions(ctx)).toBe(0);
  });

  it.each(["active", "scheduled_cancel", "past_due"])(
    "is undone by a payment whose subscription was called %s first, by a newer event",
    async (status) => {
      const subscriber = await subscribe("starter_monthly");
      ctx.setNow(GRACE_OVER);
      await expireSubscriptions(ctx);
      const newer = {
        id: `evt_${randomUUID()}`,
        eventType: `subscription.${status}`,
        created_at: GRACE_OVER.getTime() + 1_000,
        object: { object: "subscription", id: subscriber.subscriptionId },
      };
      await deliver(ctx, newer);
      expect(await read(subscriber)).toMatchObject({ planKey: "free", status });
      const paid = purchaseEvent({ ...subscriber, key: "starter_monthly", eventType: "subscription.paid" });
      await deliver(ctx, { ...paid, created_at: GRACE_OVER.getTime() });
      expect(await read(subscriber)).toEqual({ planKey: "starter_monthly", status, credits: 2000 });
    },
  );

  it("keeps the plan of a user whose payment is recorded at this moment", async () => {
    const subscriber = await subscribe("starter_monthly");
    await setStatus(subscriber.subscriptionId, "expired");
    ctx.setNow(GRACE_OVER);
    const { swept } = await ctx.db.$transaction(async (tx) => {
      const paidUntil = { status: "active", currentPeriodEnd: new Date("2026-05-10T12:00:00.000Z") };
      await tx.subscription.update({ where: { id: subscriber.subscriptionId }, data: paidUntil });
      await tx.user.update({ where: { id: subscriber.userId }, data: { credits: 2000 } });
      const swept = expireSubscriptions(ctx);
      while ((await lockWaits(ctx)) === 0);
      return { swept };
    });
    await swept;
    expect(await read(subscriber)).toEqual({ planKey: "starter_monthly", status: "active", credits: 2000 });
  });

  it("ends at most 500 plans a run, and the rest in the next one", async () => {
    const periodEnd = new Date(PERIOD_OVER.getTime() - 1);
    await ctx.db.$executeRaw`
      WITH u AS (
        INSERT INTO "user" (id, email, "planKey", "updatedAt")
        SELECT 'over-' || n, 'over-' || n || '@example.com', 'starter_monthly', now() FROM generate_series(1, 501) n
        RETURNING id)
      INSERT INTO subscription
        (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt", "updatedAt")
      SELECT id, 'creem', id, id, 'starter_monthly', 'canceled', ${periodEnd}, ${PAID_AT}, ${PAID_AT} FROM u`;
    const ended = () => ctx.db.user.count({ where: { id: { startsWith: "over-" }, planKey: "free" } });
    ctx.setNow(PERIOD_OVER);
    await expireSubscriptions(ctx);
    expect(await ended()).toBe(500);
    await expireSubscriptions(ctx);
    expect(await ended()).toBe(501);
  });

  it("expires each once, while other runs and renewals happen at the same moment", async () => {
    const subscribers = await Promise.all(Array.from({ length: 12 }, () => subscribe("starter_monthly")));
    const renewed = subscribers.slice(0, 4);
    ctx.setNow(GRACE_OVER);
    const renewals = renewed.map((subscriber) =>
      deliver(ctx, purchaseEvent({ ...subscriber, key: "starter_monthly", eventType: "subscription.paid" })),
    );
    await Promise.all([...renewals, ...[1, 2, 3].map(() => expireSubscriptions(ctx))]);
    await expireSubscriptions(ctx);
    for (const subscriber of subscribers)
      expect(await read(subscriber)).toEqual(
        renewed.includes(subscriber)
          ? { planKey: "starter_monthly", status: "active", credits: 2000 }
          : { planKey: "free", status: "expired", credits: 1000 },
      );
  });
});
