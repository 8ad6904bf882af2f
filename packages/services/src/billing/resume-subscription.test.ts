import { randomUUID } from "node:crypto";
import { UpstreamError } from "@app/clients/http/upstream-error";
import type { Mail } from "@app/clients/mail/mailer";
import { AppError } from "@app/core/errors";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider, paidCheckout } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { getDashboard } from "../account/dashboard";
import { changeSubscription } from "../admin/subscriptions";
import { sendCancellation } from "./cancellation-mail";
import { createCheckout as openCheckout } from "./checkout";
import { cancelSubscription, endSubscription, expireSubscriptions, resumeSubscription } from "./subscriptions";

const ctx = useTestContext();
const HOUR_MS = 3_600_000;

async function subscriber(key: "starter_yearly" | "pro_monthly" = "starter_yearly") {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key, subscriptionId }));
  const payment = createFakePaymentProvider();
  return { userId, subscriptionId, payment, user: await actAs(withClients(ctx, { payment }), userId) };
}

/** The provider's event of a status, an hour later than the one before. */
async function tell(subscriptionId: string, eventType: string, status = "active"): Promise<void> {
  ctx.setNow(new Date(ctx.now().getTime() + HOUR_MS));
  const object = { object: "subscription", id: subscriptionId, status, metadata: {} };
  await deliver(ctx, { id: `evt_${randomUUID()}`, eventType, created_at: ctx.now().getTime(), object });
}

const statusOf = async (id: string) => (await ctx.db.subscription.findUniqueOrThrow({ where: { id } })).status;

async function queuedMails(subscriptionId: string): Promise<number> {
  const jobs = await ctx.db.$queryRaw<object[]>`
    SELECT id FROM graphile_worker.jobs WHERE key = ${`cancellation:${subscriptionId}`}`;
  return jobs.length;
}

async function cancellationMail(subscriptionId: string): Promise<Mail | undefined> {
  const sent: Mail[] = [];
  await sendCancellation(withClients(ctx, { mailer: { send: async (mail: Mail) => void sent.push(mail) } }), {
    subscriptionId,
  });
  return sent[0];
}

describe("resumeSubscription", () => {
  it("takes a cancellation back at once, with an audit entry", async () => {
    const { userId, subscriptionId, payment, user } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    expect(await resumeSubscription(user, { subscriptionId })).toEqual({ isConfirmed: true });
    expect(payment.resumed).toEqual([subscriptionId]);
    expect(await statusOf(subscriptionId)).toBe("active");
    expect(await ctx.db.auditLog.findMany({ where: { targetId: userId } })).toMatchObject([
      { actorId: userId, action: "subscription.resume", detail: JSON.stringify({ subscriptionId }) },
    ]);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 1_000 });
    expect(await ctx.db.subscriptionCreditSchedule.count({ where: { subscriptionId } })).toBe(1);
  });

  it("changes nothing of one that renews", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    expect(await resumeSubscription(user, { subscriptionId })).toEqual({ isConfirmed: true });
    expect(payment.resumed).toEqual([]);
  });

  it("refuses one whose period is over, or that is canceled for good", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    await ctx.db.subscription.update({
      where: { id: subscriptionId },
      data: { status: "scheduled_cancel", currentPeriodEnd: ctx.now() },
    });
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({ code: "conflict" });
    await ctx.db.subscription.update({
      where: { id: subscriptionId },
      data: { status: "canceled", currentPeriodEnd: new Date(ctx.now().getTime() + HOUR_MS) },
    });
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({ code: "conflict" });
    expect(payment.resumed).toEqual([]);
  });

  it("refuses one that another plan has replaced: both would be charged", async () => {
    const { userId, subscriptionId, payment, user } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({ code: "conflict" });
    expect(payment.resumed).toEqual([]);
  });

  it("gives the plan back where an administrator has canceled the one that had taken its place", async () => {
    const { userId, subscriptionId, user } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
    const admin = await actAs(ctx, await createUser(ctx));
    await changeSubscription(admin, { userId, action: "cancel", planKey: "free" });
    await resumeSubscription(user, { subscriptionId });
    const { planKey, subscription } = await getDashboard(await actAs(ctx, userId));
    expect([planKey, subscription]).toMatchObject(["starter_yearly", { planKey: "starter_yearly", status: "active" }]);
  });

  it("gives the plan back also where the provider's event comes before its response", async () => {
    const { userId, subscriptionId, payment } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
    await changeSubscription(await actAs(ctx, await createUser(ctx)), { userId, action: "cancel", planKey: "free" });
    const resume = async (id: string) => {
      await tell(id, "subscription.active");
      return payment.resumeSubscription(id);
    };
    const user = await actAs(withClients(ctx, { payment: { ...payment, resumeSubscription: resume } }), userId);
    await resumeSubscription(user, { subscriptionId });
    expect((await getDashboard(await actAs(ctx, userId))).planKey).toBe("starter_yearly");
  });

  it.each([
    ["still calls it canceled", async () => ({ status: "scheduled_cancel" })],
    ["does not say", async () => ({})],
    ["does not come", () => Promise.reject(new UpstreamError("The payment provider could not be asked"))],
  ])("gives the plan back with the event where the response %s", async (_what, resume) => {
    const { userId, subscriptionId, payment } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
    await changeSubscription(await actAs(ctx, await createUser(ctx)), { userId, action: "cancel", planKey: "free" });
    const user = await actAs(withClients(ctx, { payment: { ...payment, resumeSubscription: resume } }), userId);
    const outcome = await resumeSubscription(user, { subscriptionId }).catch((error: unknown) => error);
    expect(outcome).not.toEqual({ isConfirmed: true });
    await tell(subscriptionId, "subscription.active");
    expect((await getDashboard(await actAs(ctx, userId))).planKey).toBe("starter_yearly");
  });

  it.each(["another", "the same"])(
    "ends it again where its owner has bought %s plan while the provider was asked",
    async (plan) => {
      const { userId, subscriptionId, payment } = await subscriber();
      await tell(subscriptionId, "subscription.scheduled_cancel");
      const key = plan === "another" ? "pro_monthly" : "starter_yearly";
      const resume = async (id: string) => {
        await deliver(ctx, purchaseEvent({ userId, key, subscriptionId: `sub_${randomUUID()}` }));
        return payment.resumeSubscription(id);
      };
      const user = await actAs(withClients(ctx, { payment: { ...payment, resumeSubscription: resume } }), userId);
      await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({
        code: "conflict",
        message: "Another subscription renews already",
      });
      expect(await readJobs(ctx, `end-subscription:${subscriptionId}`)).toHaveLength(1);
      await endSubscription(user, { subscriptionId });
      expect([payment.ended, await statusOf(subscriptionId)]).toEqual([[subscriptionId], "scheduled_cancel"]);
      expect((await getDashboard(await actAs(ctx, userId))).planKey).toBe(key);
    },
  );

  it.each([
    ["does not say so", async () => ({})],
    ["does not come", () => Promise.reject(new UpstreamError("The payment provider could not be asked"))],
  ])("ends it again also where the provider has resumed it, and its response %s", async (_what, respond) => {
    const { userId, subscriptionId, payment } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    payment.subscriptions.set(subscriptionId, { object: "subscription", id: subscriptionId, status: "active" });
    const resume = async () => {
      await deliver(ctx, purchaseEvent({ userId, key: "pro_monthly", subscriptionId: `sub_${randomUUID()}` }));
      return respond();
    };
    const user = await actAs(withClients(ctx, { payment: { ...payment, resumeSubscription: resume } }), userId);
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toBeInstanceOf(AppError);
    expect(await readJobs(ctx, `end-subscription:${subscriptionId}`)).toHaveLength(1);
    await endSubscription(user, { subscriptionId });
    expect(payment.ended).toEqual([subscriptionId]);
  });

  it.each(["past_due", "unpaid"])("gives no plan back with a %s charge for another period", async (status) => {
    const { userId, subscriptionId } = await subscriber("pro_monthly");
    await tell(subscriptionId, "subscription.scheduled_cancel");
    const { currentPeriodEnd } = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
    ctx.setNow(new Date(currentPeriodEnd.getTime() + HOUR_MS));
    await expireSubscriptions(ctx);
    const current_period_end_date = addMonthsUtc(currentPeriodEnd, 1).toISOString();
    const object = { object: "subscription", id: subscriptionId, status, current_period_end_date, metadata: {} };
    const created_at = ctx.now().getTime();
    await deliver(ctx, { id: `evt_${randomUUID()}`, eventType: `subscription.${status}`, created_at, object });
    expect(await statusOf(subscriptionId)).toBe(status);
    expect((await getDashboard(await actAs(ctx, userId))).planKey).toBe("free");
  });

  it("is not undone by the end that an earlier purchase had queued", async () => {
    const { userId, subscriptionId, payment } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    const [id, otherId] = [`ch_${randomUUID()}`, `sub_${randomUUID()}`];
    const createCheckout = async () => ({ id, url: "https://pay.test/c" });
    const user = await actAs(withClients(ctx, { payment: { ...payment, createCheckout } }), userId);
    await openCheckout(user, { key: "pro_monthly", successUrl: undefined, cancelUrl: undefined, isFirstPlan: true });
    const bought = { userId, key: "pro_monthly", orderId: `ord_${id}`, subscriptionId: otherId } as const;
    const object = { ...paidCheckout({ ...bought, paidAt: ctx.now() }), id };
    await deliver(ctx, { id: `evt_${id}`, eventType: "checkout.completed", object });
    payment.unreachable.add(subscriptionId);
    await expect(endSubscription(user, { subscriptionId })).rejects.toBeInstanceOf(UpstreamError);
    payment.unreachable.clear();
    await tell(otherId, "subscription.scheduled_cancel");
    expect(await resumeSubscription(user, { subscriptionId })).toEqual({ isConfirmed: true });
    expect(await readJobs(ctx, `end-subscription:${subscriptionId}`)).toEqual([]);
  });

  it("refuses another user's subscription", async () => {
    const { subscriptionId, payment } = await subscriber();
    const stranger = await actAs(withClients(ctx, { payment }), await createUser(ctx));
    await expect(resumeSubscription(stranger, { subscriptionId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("reports a failure of the provider without its message, and changes nothing", async () => {
    const { subscriptionId, payment, user } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    payment.unreachable.add(subscriptionId);
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({
      code: "upstream_failed",
      message: "Failed to resume the subscription",
    });
    expect(await statusOf(subscriptionId)).toBe("scheduled_cancel");
  });

  it("is followed by the provider's own event", async () => {
    const { subscriptionId } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await tell(subscriptionId, "subscription.update", "active");
    expect(await statusOf(subscriptionId)).toBe("active");
  });
});

describe("the mail of a cancellation", () => {
  it("is queued once for a cancellation at the end of the period, and not when it has ended", async () => {
    const { subscriptionId } = await subscriber();
    expect(await queuedMails(subscriptionId)).toBe(0);
    await tell(subscriptionId, "subscription.scheduled_cancel");
    expect(await queuedMails(subscriptionId)).toBe(1);
    await ctx.db.$queryRaw`SELECT count(graphile_worker.remove_job(${`cancellation:${subscriptionId}`}))::int`;
    await tell(subscriptionId, "subscription.canceled");
    expect(await queuedMails(subscriptionId)).toBe(0);
  });

  it("is queued for a cancellation at once, by the provider's response", async () => {
    const { subscriptionId, user } = await subscriber();
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status: "past_due" } });
    await cancelSubscription(user, { subscriptionId });
    expect(await queuedMails(subscriptionId)).toBe(1);
    expect((await cancellationMail(subscriptionId))?.subject).toBe("Starter yearly is canceled");
  });

  it("says when the plan ends, what is still to come, and how to resume", async () => {
    const { userId, subscriptionId } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    const currentPeriodEnd = new Date("2027-11-24T00:00:00.000Z");
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { currentPeriodEnd } });
    const english = await cancellationMail(subscriptionId);
    expect(english?.subject).toBe("Starter yearly ends on Nov 24, 2027");
    expect(english?.text).toContain("11,000 credits you've paid for, in 11 monthly instalments");
    expect(english?.text).toContain("Resume your plan:\nhttp://localhost:3000/billing");
    await ctx.db.user.update({ where: { id: userId }, data: { locale: "zh" } });
    const chinese = await cancellationMail(subscriptionId);
    expect(chinese?.subject).toBe("入门版（年付）将于 2027年11月24日到期");
    expect(chinese?.text).toContain("http://localhost:3000/zh/billing");
  });

  it("does not say that the plan runs until a day that is over, when no mail could be sent before", async () => {
    const { subscriptionId } = await subscriber("pro_monthly");
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { currentPeriodEnd: ctx.now() } });
    const mail = await cancellationMail(subscriptionId);
    expect(mail?.subject).toBe("Pro monthly is canceled");
    expect(mail?.text).toContain("Nothing more is charged for it.");
    expect(mail?.text).not.toContain("until");
  });

  it("offers no resuming while another plan renews, which resuming would be refused for", async () => {
    const { userId, subscriptionId, user } = await subscriber("pro_monthly");
    await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` }));
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await expect(resumeSubscription(user, { subscriptionId })).rejects.toMatchObject({ code: "conflict" });
    const english = await cancellationMail(subscriptionId);
    expect(english?.text).not.toContain("Resume");
    expect(english?.text).toContain("Go to billing");
  });

  it("says that nothing more is charged once the provider has confirmed an administrator's cancellation", async () => {
    const { subscriptionId } = await subscriber();
    const data = { status: "canceled", providerCancel: "queued" };
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data });
    expect(await cancellationMail(subscriptionId)).toBeUndefined();
    expect(await queuedMails(subscriptionId)).toBe(1);
    const textAfter = async (providerCancel: string) => {
      await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { providerCancel } });
      return (await cancellationMail(subscriptionId))?.text;
    };
    expect(await textAfter("failed")).not.toContain("charged");
    expect(await textAfter("done")).toContain("Nothing more is charged for it.");
  });

  it("is dropped when the plan was resumed meanwhile", async () => {
    const { subscriptionId, user } = await subscriber();
    await tell(subscriptionId, "subscription.scheduled_cancel");
    await resumeSubscription(user, { subscriptionId });
    expect(await cancellationMail(subscriptionId)).toBeUndefined();
  });
});
