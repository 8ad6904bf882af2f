import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { expireSubscriptions } from "../billing/subscriptions";
import { startWorker } from "../worker";
import { cancelAtProvider, listFailedCancellations } from "./provider-cancellations";
import { changeSubscription } from "./subscriptions";
import { getUser } from "./users";

const ctx = useTestContext();
const stops: (() => Promise<void>)[] = [];
const TEST_NOW = new Date("2026-03-10T12:00:00.000Z");

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  ctx.setNow(TEST_NOW);
  await ctx.db.subscription.updateMany({ data: { providerCancel: null } });
});

const CANCEL = { planKey: "free", action: "cancel" } as const;
const UNREACHABLE = "The payment provider could not be asked";

async function subscriber(options: { userId?: string } = {}) {
  const userId = options.userId ?? (await createUser(ctx));
  const id = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: id }));
  return { userId, id };
}

/** An administrator and a payment provider. The test runs the jobs. */
async function office() {
  const payment = createFakePaymentProvider();
  const admin = await actAs(withClients(ctx, { payment }), await createUser(ctx));
  const cancel = (userId: string) => changeSubscription(admin, { userId, ...CANCEL });
  const run = (subscriptionId: string) => cancelAtProvider(admin, { subscriptionId });
  return { payment, admin, cancel, run };
}

const jobsOf = (id: string) => readJobs(ctx, `cancel-at-provider:${id}`);

async function stateOf(id: string) {
  const { status, providerCancel, providerCancelError } = await ctx.db.subscription.findUniqueOrThrow({
    where: { id },
  });
  return { status, providerCancel, providerCancelError };
}

describe("an administrator's cancellation", () => {
  it("is executed at the provider immediately, by a job of the same transaction", async () => {
    const { payment, cancel, run } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    expect(await stateOf(id)).toEqual({ status: "canceled", providerCancel: "queued", providerCancelError: null });
    expect(await jobsOf(id)).toMatchObject([{ task: "cancel-at-provider", attempts: 0 }]);
    expect(payment.ended).toEqual([]);
    await run(id);
    expect([payment.ended, payment.endModes]).toEqual([[id], ["immediate"]]);
    expect(await stateOf(id)).toMatchObject({ providerCancel: "done" });
    await run(id);
    expect(payment.ended).toEqual([id]);
  });

  it("queues nothing when it is rolled back", async () => {
    const { admin } = await office();
    const { userId, id } = await subscriber();
    const { role, ...actor } = admin.actor;
    // The audit entry, written last, cannot be stored.
    const failing = { ...admin, actor: { ...actor, role, id: "\0" } };
    await expect(changeSubscription(failing, { userId, ...CANCEL })).rejects.toThrow();
    expect(await stateOf(id)).toMatchObject({ status: "active", providerCancel: null });
    expect(await jobsOf(id)).toEqual([]);
  });

  it("shows the reason of a failure until it has succeeded", async () => {
    const { payment, admin, cancel, run } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    expect(await listFailedCancellations(admin)).toEqual({ count: 0, items: [] });
    payment.unreachable.add(id);
    await expect(run(id)).rejects.toThrow(UNREACHABLE);
    expect(await listFailedCancellations(admin)).toMatchObject({
      count: 1,
      items: [{ subscriptionId: id, userId, planKey: "starter_monthly", error: UNREACHABLE, canceledAt: ctx.now() }],
    });
    expect((await getUser(admin, { userId })).subscriptions).toMatchObject([
      { id, status: "canceled", providerCancel: "failed", providerCancelError: UNREACHABLE },
    ]);
    payment.unreachable.clear();
    await run(id);
    expect(await listFailedCancellations(admin)).toEqual({ count: 0, items: [] });
    expect(await stateOf(id)).toMatchObject({ providerCancel: "done", providerCancelError: null });
  });

  it("is retried by the queue", async () => {
    const { payment, cancel } = await office();
    const { userId, id } = await subscriber();
    let tried = (): void => undefined;
    const isTried = new Promise<void>((resolve) => {
      tried = resolve;
    });
    const cancelSubscription = async () => {
      tried();
      throw new Error("The socket of 10.0.0.7 was closed");
    };
    await cancel(userId);
    // The queue uses the database's clock: mails postponed by the context's would be due at once, again and again.
    ctx.setNow(new Date());
    const clients = { payment: { ...payment, cancelSubscription }, mailer: null };
    // The queue uses the real clock: with an earlier one, mails without a mail server are due again at once and keep the worker busy.
    ctx.setNow(new Date());
    stops.push((await startWorker(withClients(ctx, clients), ctx.databaseUrl)).stop);
    await isTried;
    for (const stop of stops.splice(0)) await stop();
    const [job] = await jobsOf(id);
    expect(job).toMatchObject({ attempts: 1 });
    expect(job?.runAt.getTime()).toBeGreaterThan(Date.now());
    expect(await stateOf(id)).toMatchObject({ providerCancel: "failed", providerCancelError: "Unexpected error" });
  });

  it.each([
    ["answers another status", "active", "The payment provider did not confirm the cancellation"],
    ["answers no status", undefined, "The payment provider did not confirm the cancellation"],
    ["only lets it end later", "scheduled_cancel", "The payment provider did not confirm the cancellation"],
  ])("does not count as done when the provider %s", async (_name, status, error) => {
    const { payment, admin, cancel } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    const cancelSubscription = async () => (status === undefined ? {} : { id, status });
    const unsure = withClients(admin, { payment: { ...payment, cancelSubscription } });
    await expect(cancelAtProvider(unsure, { subscriptionId: id })).rejects.toThrow(error);
    expect(await stateOf(id)).toMatchObject({ providerCancel: "failed", providerCancelError: error });
  });

  it("counts a refusal as done only when the provider has canceled it before", async () => {
    const { payment, cancel, run } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    payment.refusing.add(id);
    await expect(run(id)).rejects.toThrow("The payment provider refused the call");
    expect(await stateOf(id)).toMatchObject({
      providerCancel: "failed",
      providerCancelError: "The payment provider refused the call (400)",
    });
    payment.subscriptions.set(id, { id, status: "canceled" });
    await run(id);
    expect(await stateOf(id)).toMatchObject({ providerCancel: "done" });
  });

  it("is done by a later event of the provider, and not by an earlier one", async () => {
    const { payment, cancel, run } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    payment.unreachable.add(id);
    await expect(run(id)).rejects.toThrow(UNREACHABLE);
    const canceled = (offsetMs: number) => ({
      id: `evt_${randomUUID()}`,
      eventType: "subscription.canceled",
      created_at: ctx.now().getTime() + offsetMs,
      object: { object: "subscription", id, metadata: {} },
    });
    await deliver(ctx, canceled(-1_000));
    expect(await stateOf(id)).toMatchObject({ providerCancel: "failed" });
    await deliver(ctx, canceled(1_000));
    expect(await stateOf(id)).toEqual({ status: "canceled", providerCancel: "done", providerCancelError: null });
  });

  it("is queued again by cancelling again, only when it has failed", async () => {
    const { payment, cancel, run } = await office();
    const { userId, id } = await subscriber();
    const { id: other } = await subscriber();
    await cancel(userId);
    payment.unreachable.add(id);
    await expect(run(id)).rejects.toThrow(UNREACHABLE);
    await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
    await cancel(userId);
    expect(await stateOf(id)).toMatchObject({ providerCancel: "queued", providerCancelError: null });
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await stateOf(other)).toMatchObject({ status: "active", providerCancel: null });
    payment.unreachable.clear();
    await run(id);
    await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
    await cancel(userId);
    expect(await jobsOf(id)).toEqual([]);
  });

  it("prefers a running subscription to an expired one", async () => {
    const { cancel } = await office();
    const { userId, id } = await subscriber();
    const expired = await subscriber({ userId });
    const currentPeriodEnd = new Date("2030-01-01T00:00:00Z");
    await ctx.db.subscription.update({ where: { id: expired.id }, data: { status: "expired", currentPeriodEnd } });
    await cancel(userId);
    expect([await stateOf(id), await stateOf(expired.id)]).toMatchObject([
      { status: "canceled", providerCancel: "queued" },
      { status: "expired", providerCancel: null },
    ]);
    await cancel(userId);
    expect(await stateOf(expired.id)).toMatchObject({ status: "canceled", providerCancel: "queued" });
  });

  it("prefers a subscription that renews to one that is to end later", async () => {
    const { cancel } = await office();
    const { userId, id } = await subscriber();
    const ending = await subscriber({ userId });
    const currentPeriodEnd = new Date("2030-01-01T00:00:00Z");
    const data = { status: "scheduled_cancel", currentPeriodEnd };
    await ctx.db.subscription.update({ where: { id: ending.id }, data });
    await cancel(userId);
    expect([await stateOf(id), await stateOf(ending.id)]).toMatchObject([
      { status: "canceled", providerCancel: "queued" },
      { status: "scheduled_cancel", providerCancel: null },
    ]);
  });

  it("ends one subscription, also when it is repeated after a lost response, or made by two at the same time", async () => {
    const { admin } = await office();
    const { userId, id } = await subscriber();
    const other = await subscriber({ userId });
    await ctx.db.subscription.update({ where: { id }, data: { currentPeriodEnd: new Date("2030-01-01T00:00:00Z") } });
    const cancel = () => changeSubscription(admin, { userId, ...CANCEL, seenPlanKey: "starter_monthly" });
    const results = await Promise.allSettled([cancel(), cancel()]);
    const told = { reason: { code: "conflict", message: "The plan has changed in the meantime" } };
    expect(results.find(({ status }) => status === "rejected")).toMatchObject(told);
    await expect(cancel()).rejects.toMatchObject(told.reason);
    expect([await stateOf(id), await stateOf(other.id)]).toMatchObject([
      { status: "canceled", providerCancel: "queued" },
      { status: "active", providerCancel: null },
    ]);
    expect(await ctx.db.auditLog.count({ where: { targetId: userId, action: "subscription.cancel" } })).toBe(1);
  });

  it("does not call the provider when payments are simulated", async () => {
    const { admin } = await office();
    const { userId, id } = await subscriber();
    const simulated = { ...admin, config: { ...admin.config, providerSimulate: true } };
    await changeSubscription(simulated, { userId, ...CANCEL });
    expect(await stateOf(id)).toMatchObject({ status: "canceled", providerCancel: null });
    expect(await jobsOf(id)).toEqual([]);
  });

  it("is withdrawn when an administrator sets a plan again", async () => {
    const { payment, admin, cancel, run } = await office();
    const { userId, id } = await subscriber();
    await cancel(userId);
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId: id }));
    expect(await stateOf(id)).toMatchObject({ status: "active", providerCancel: "queued" });
    await changeSubscription(admin, { userId, planKey: "starter_monthly", action: "upgrade" });
    await run(id);
    expect(payment.ended).toEqual([]);
    expect(await stateOf(id)).toEqual({ status: "active", providerCancel: null, providerCancelError: null });
  });
});

describe("an older, late event of a subscription whose plan an administrator has changed", () => {
  const LATE = TEST_NOW.getTime() + 60_000;

  async function givenPlan(): Promise<{ userId: string; id: string }> {
    const { admin } = await office();
    const { userId, id } = await subscriber();
    ctx.setNow(new Date(LATE + 60_000));
    await changeSubscription(admin, { userId, planKey: "pro_monthly", action: "upgrade" });
    return { userId, id };
  }

  const deliverLate = (id: string, status: string) =>
    deliver(ctx, {
      id: `evt_${randomUUID()}`,
      eventType: `subscription.${status}`,
      created_at: LATE,
      object: { object: "subscription", id, status, metadata: {} },
    });

  const planOf = async (userId: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).planKey;

  it.each(["scheduled_cancel", "past_due"])("sets its status, %s, and not the plan", async (status) => {
    const { userId, id } = await givenPlan();
    await deliverLate(id, status);
    expect(await stateOf(id)).toMatchObject({ status });
    expect(await planOf(userId)).toBe("pro_monthly");
  });

  it("leaves the given plan to its owner where it says that the subscription was canceled", async () => {
    const { userId, id } = await givenPlan();
    await deliverLate(id, "canceled");
    expect(await stateOf(id)).toMatchObject({ status: "canceled" });
    ctx.setNow(new Date("2026-05-10T12:00:00.000Z"));
    await expireSubscriptions(ctx);
    expect(await planOf(userId)).toBe("pro_monthly");
  });
});
