import { PLAN_KEYS } from "@app/core/billing/catalogue";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient, type SignedInUser, signedInUser } from "../../../test/api-client";
import { TEST_CRON_SECRET, useTestApp } from "../../../test/app";
import { countRows, readBillingState } from "../../../test/billing-state";
import {
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { createUser } from "../../../test/users";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const pathOf = (userId: string) => `/api/admin/users/${userId}/subscription`;
const HOUR_MS = 3_600_000;
const SUCCESS = { status: 200, body: { success: true } };
const PLAN = `planKey must be one of ${PLAN_KEYS.join(", ")}`;
const ACTION = "action must be one of upgrade, downgrade, cancel";

const sendBadInput = (client: ApiClient, headers?: Record<string, string>) =>
  client.post(pathOf("nobody"), { planKey: "gold" }, headers);

let admin: SignedInUser;
beforeAll(async () => {
  admin = await signedInUser(app, { role: "admin" });
});

/** A user who has just bought a yearly plan. */
async function subscriber() {
  const userId = await createUser(app);
  const event = purchaseEvent({ userId, key: "starter_yearly" });
  await sendWebhook(app, event);
  return { userId, event, subscriptionId: event.object.order.subscription_id ?? "" };
}

async function jobsOf(subscriptionId: string) {
  const rows = await app.db.$queryRaw<{ task: string }[]>`
    SELECT task_identifier AS task FROM graphile_worker.jobs WHERE key = ${`cancel-at-provider:${subscriptionId}`}`;
  return rows.map(({ task }) => task);
}

describe("200", () => {
  it.each([
    ["upgrade", "pro_yearly"],
    ["downgrade", "starter_monthly"],
    ["upgrade", "starter_yearly"],
  ])(
    "%s to %s sets the plan on user and subscription, grants nothing and keeps the schedule",
    async (action, planKey) => {
      const { userId } = await subscriber();
      const { credits, ledger, payments, schedules } = await readBillingState(app, userId);
      const response = await admin.client.post(pathOf(userId), { planKey, action });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ success: true });
      const after = await readBillingState(app, userId);
      expect(after).toMatchObject({ planKey, subscriptions: [{ planKey, status: "active" }] });
      expect(after).toMatchObject({ credits, ledger, payments, schedules });
    },
  );

  it.each(PLAN_KEYS)("cancel with planKey %s cancels the subscription and leaves the plan free", async (planKey) => {
    const { userId } = await subscriber();
    const { credits, ledger, schedules } = await readBillingState(app, userId);
    expect(await admin.client.post(pathOf(userId), { planKey, action: "cancel" })).toMatchObject(SUCCESS);
    expect(await readBillingState(app, userId)).toMatchObject({
      planKey: "free",
      subscriptions: [{ planKey: "starter_yearly", status: "canceled" }],
      credits,
      ledger,
      schedules,
    });
  });

  it("still grants the prepaid instalments", async () => {
    const { userId } = await subscriber();
    await admin.client.post(pathOf(userId), { planKey: "free", action: "cancel" });
    await app.db.subscriptionCreditSchedule.updateMany({ where: { userId }, data: { nextGrantAt: new Date(0) } });
    const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
    await new ApiClient(app).get("/api/cron/subscription-grants", headers);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 12_000, planKey: "free", schedules: [] });
  });

  it("is not undone by an older event of the provider", async () => {
    const boughtAt = Date.now();
    const upgraded = await subscriber();
    const canceled = await subscriber();
    app.setNow(new Date(boughtAt + 2 * HOUR_MS));
    await admin.client.post(pathOf(upgraded.userId), { planKey: "pro_yearly", action: "upgrade" });
    await admin.client.post(pathOf(canceled.userId), { planKey: "free", action: "cancel" });
    app.setNow(null);
    const before = { created_at: boughtAt + HOUR_MS, id: "evt_late" };
    const expired = { ...upgraded.event, ...before, eventType: "subscription.expired" };
    expect(await sendWebhook(app, expired)).toMatchObject({ status: 200 });
    expect(await readBillingState(app, upgraded.userId)).toMatchObject({
      subscriptions: [{ planKey: "pro_yearly", status: "active" }],
    });
    const active = { ...canceled.event, ...before, eventType: "subscription.active" };
    expect(await sendWebhook(app, active)).toMatchObject({ status: 200 });
    expect(await readBillingState(app, canceled.userId)).toMatchObject({ subscriptions: [{ status: "canceled" }] });
  });

  it("a cancellation is undone by a newer subscription.active, because the provider continues the subscription", async () => {
    const { userId, event } = await subscriber();
    await admin.client.post(pathOf(userId), { planKey: "free", action: "cancel" });
    const created_at = Date.now() + HOUR_MS;
    await sendWebhook(app, { ...event, id: "evt_new", eventType: "subscription.active", created_at });
    expect(await readBillingState(app, userId)).toMatchObject({ subscriptions: [{ status: "active" }] });
  });

  it("cancel queues the cancellation at the provider, and the audit log says for which subscription", async () => {
    const { userId, subscriptionId } = await subscriber();
    await admin.client.post(pathOf(userId), { planKey: "free", action: "cancel" });
    expect(await jobsOf(subscriptionId)).toEqual(["cancel-at-provider"]);
    const [entry] = await app.db.auditLog.findMany({ where: { targetId: userId } });
    expect(entry).toMatchObject({ actorId: admin.id, action: "subscription.cancel" });
    expect(JSON.parse(entry?.detail ?? "")).toEqual({
      planKey: "free",
      subscriptionId,
      atProvider: `queued ${subscriptionId}`,
    });
  });

  it.each(["past_due", "unpaid", "expired", "scheduled_cancel"])(
    "also cancels a subscription that is %s",
    async (status) => {
      const { userId, subscriptionId } = await subscriber();
      await app.db.subscription.update({ where: { id: subscriptionId }, data: { status } });
      await admin.client.post(pathOf(userId), { planKey: "free", action: "cancel" });
      expect(await readBillingState(app, userId)).toMatchObject({
        planKey: "free",
        subscriptions: [{ status: "canceled" }],
      });
      expect(await jobsOf(subscriptionId)).toEqual(["cancel-at-provider"]);
    },
  );

  it("sets the plan of a user without a subscription", async () => {
    const userId = await createUser(app);
    expect(await admin.client.post(pathOf(userId), { planKey: "pro_monthly", action: "upgrade" })).toMatchObject(
      SUCCESS,
    );
    expect(await readBillingState(app, userId)).toMatchObject({
      planKey: "pro_monthly",
      credits: 0,
      subscriptions: [],
    });
    expect(await admin.client.post(pathOf(userId), { planKey: "free", action: "cancel" })).toMatchObject(SUCCESS);
    expect(await readBillingState(app, userId)).toMatchObject({ planKey: "free" });
  });

  it("cancels the subscription on a downgrade to free", async () => {
    const { userId } = await subscriber();
    await admin.client.post(pathOf(userId), { planKey: "free", action: "downgrade" });
    expect(await readBillingState(app, userId)).toMatchObject({
      planKey: "free",
      subscriptions: [{ status: "canceled" }],
    });
  });

  it("records who did it", async () => {
    const { userId } = await subscriber();
    await admin.client.post(pathOf(userId), { planKey: "pro_yearly", action: "upgrade" });
    expect(await app.db.auditLog.findMany({ where: { targetId: userId } })).toMatchObject([
      { actorId: admin.id, action: "subscription.upgrade", detail: '{"planKey":"pro_yearly"}' },
    ]);
  });
});

describe("400", () => {
  it.each<[object, string]>([
    [{}, PLAN],
    ...["gold", "pack_200", "", "FREE", "__proto__", "free\0", 5, null, ["free"], {}].map(
      (planKey): [object, string] => [{ planKey, action: "upgrade" }, PLAN],
    ),
    [{ planKey: "free" }, ACTION],
    ...["renew", "", "Cancel", "constructor", "cancel\0", 5, null, ["cancel"]].map((action): [object, string] => [
      { planKey: "free", action },
      ACTION,
    ]),
    [{ action: "cancel" }, PLAN],
  ])("refuses %j", (input, error) => expectRefused(JSON.stringify(input), error));

  it.each(['{"planKey": ', "", "\0"])("refuses the malformed JSON %j", (text) =>
    expectRefused(text, "Request body must be valid JSON"),
  );

  it.each(["[]", "5", "null", '"text"'])("refuses the body %s, which is no object", (text) =>
    expectRefused(text, "Request body must be a JSON object"),
  );

  it("refuses a NUL character in the user's id", async () => {
    const body = { planKey: "free", action: "cancel" };
    expect(await admin.client.post(pathOf("%00"), body)).toMatchObject({
      status: 400,
      body: { error: "userId must not contain NUL characters" },
    });
  });

  async function expectRefused(text: string, error: string) {
    const { userId } = await subscriber();
    const before = { books: await readBillingState(app, userId), counts: await countRows(app) };
    const response = await admin.client.postText(pathOf(userId), text);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
    expect({ books: await readBillingState(app, userId), counts: await countRows(app) }).toEqual(before);
  }
});

describe("401", () => itRefusesTheSignedOut(app, sendBadInput));

describe("403: banned", () => itRefusesTheBanned(app, sendBadInput, "admin"));

describe("403: no administrator", () => {
  it("refuses a user before input and user are checked", async () => {
    const { id, client } = await signedInUser(app);
    const before = await countRows(app);
    const upgrade = { planKey: "pro_yearly", action: "upgrade" };
    for (const [target, body] of [[id, upgrade] as const, ["nobody", upgrade] as const, [id, { planKey: 5 }] as const])
      expect(await client.post(pathOf(target), body)).toMatchObject({ status: 403, body: { error: "Forbidden" } });
    expect(await countRows(app)).toEqual(before);
    expect(await readBillingState(app, id)).toMatchObject({ planKey: "free" });
  });
});

describe("403: cross-site", () => itRefusesOtherSites(app, sendBadInput, "admin"));

describe("404", () => {
  it.each(["nobody", "__proto__"])("has no user %s", async (userId) => {
    const before = await countRows(app);
    for (const action of ["upgrade", "downgrade", "cancel"])
      expect(await admin.client.post(pathOf(userId), { planKey: "pro_yearly", action })).toMatchObject({
        status: 404,
        body: { error: "User not found" },
      });
    expect(await countRows(app)).toEqual(before);
  });
});

describe("405", () => itRefusesOtherMethods(app, pathOf("nobody"), "POST"));

it("ignores an Idempotency-Key, and is not described with one", async () => {
  const user = await signedInUser(app);
  const headers = { "idempotency-key": "one-change" };
  await admin.client.post(pathOf(user.id), { planKey: "pro_yearly", action: "upgrade" }, headers);
  expect(await admin.client.post(pathOf(user.id), { planKey: "free", action: "cancel" }, headers)).toMatchObject(
    SUCCESS,
  );
  const { paths } = (await admin.client.get("/api/openapi.json")).body as unknown as {
    paths: Record<string, object>;
  };
  const described = JSON.stringify(paths[pathOf("{userId}")]);
  expect(described).toContain("planKey");
  expect(described).not.toContain("Idempotency-Key");
});
