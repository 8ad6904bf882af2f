import superjson from "superjson";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient, callProcedure, mutate, query, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";

const app = useTestApp();
const IMAGE = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
const PAGE = { items: expect.any(Array), nextCursor: null };
const OK = { success: true };

let user: SignedInUser;
let admin: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app, { credits: 1_000 });
  admin = await signedInUser(app, { role: "admin" });
});

describe("200", () => {
  it("me: who is signed in, and what they see first", async () => {
    expect((await query(new ApiClient(app), "me.current")).data).toBeNull();
    expect((await query(user.client, "me.current")).data).toEqual({
      id: user.id,
      email: user.email,
      name: "Test",
      role: "user",
      credits: 1_000,
      planKey: "free",
      emailVerified: false,
      locale: null,
    });
    expect((await query(user.client, "me.dashboard")).data).toMatchObject({
      credits: 1_000,
      planKey: "free",
      nextGrant: null,
    });
  });

  it("billing: overview, ledger and a checkout", async () => {
    expect(await query(user.client, "billing.overview")).toMatchObject({ status: 200, data: expect.any(Object) });
    expect((await query(user.client, "billing.ledger", {})).data).toMatchObject({
      items: [{ delta: 1_000, balanceAfter: 1_000, createdAt: expect.any(Date) }],
      nextCursor: null,
    });
    const returns = { successUrl: "https://a.example/ok", cancelUrl: "https://a.example/no" };
    expect((await mutate(user.client, "billing.checkout", { key: "pack_200", ...returns })).data).toEqual({
      url: expect.stringMatching(/^https:\/\//),
    });
  });

  it("image, video and history: a generation of each kind, then the list of them", async () => {
    const image = await mutate(user.client, "image.generate", IMAGE);
    expect(image).toMatchObject({ status: 200, data: { url: expect.any(String), sourceImageUrl: IMAGE.imageUrl } });
    const { data } = await mutate(user.client, "video.generate", { prompt: "a boat", duration: 1 });
    const video = data as { id: string; taskId: string };
    const status = await query(user.client, "video.status", { historyId: video.id, taskId: video.taskId });
    expect(status.data).toMatchObject({ id: video.id, status: "completed", videoUrl: expect.any(String) });
    expect((await query(user.client, "history.list", {})).data).toMatchObject({
      items: [{ type: "video" }, { type: "image" }],
      nextCursor: null,
    });
    expect((await query(user.client, "history.list", { type: "image" })).data).toMatchObject({
      items: [{ type: "image" }],
    });
  });

  it("chat: a complete answer, the sessions and one of them", async () => {
    const sent = await mutate(user.client, "chat.send", { message: "Hello" });
    const { sessionId, content } = sent.data as { sessionId: string; content: string };
    expect(sent.data).toEqual({
      sessionId,
      content: expect.stringContaining("Hello!"),
      remainingCredits: expect.any(Number),
    });
    expect((await query(user.client, "chat.sessions", {})).data).toMatchObject({
      items: [{ id: sessionId, title: "Hello" }],
    });
    expect((await query(user.client, "chat.session", { sessionId })).data).toMatchObject({
      id: sessionId,
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content },
      ],
    });
  });

  it("admin: statistics and lists", async () => {
    expect((await query(admin.client, "admin.statistics")).data).toMatchObject({ totalUsers: expect.any(Number) });
    for (const path of ["admin.users.list", "admin.subscriptions", "admin.ledger", "admin.webhookEvents.list"]) {
      expect([path, (await query(admin.client, path, {})).data]).toEqual([path, PAGE]);
    }
    const { data } = await query(admin.client, "admin.users.get", { userId: user.id });
    expect(superjson.stringify(data)).toContain(user.email);
    expect(superjson.stringify(data)).not.toContain("argon2");
  });

  it("admin: what is searched may have been pasted with spaces", async () => {
    const event = purchaseEvent({ userId: user.id, key: "starter_monthly" });
    expect(await sendWebhook(app, event)).toMatchObject({ status: 200 });
    const subscription = await app.db.subscription.findFirstOrThrow({ where: { userId: user.id } });
    const found = async (path: string, search: string) =>
      ((await query(admin.client, path, { search })).data as { items: unknown[] }).items.length;
    expect(await found("admin.users.list", ` ${user.id}\n`)).toBe(1);
    expect(await found("admin.payments", ` ${event.object.order.id}\n`)).toBe(1);
    expect(await found("admin.subscriptions", `${subscription.providerSubId} `)).toBe(1);
  });

  it("admin: credits, plan, role and ban of a user", async () => {
    const { id: userId, client } = await signedInUser(app);
    expect((await mutate(admin.client, "admin.users.adjustCredits", { userId, amount: 5 })).data).toEqual(OK);
    const plan = { userId, planKey: "pro_monthly", action: "upgrade" };
    expect((await mutate(admin.client, "admin.users.changeSubscription", plan)).data).toEqual(OK);
    expect((await mutate(admin.client, "admin.users.changeRole", { userId, role: "admin" })).data).toEqual(OK);
    expect((await query(client, "me.current")).data).toMatchObject({
      role: "admin",
      credits: 5,
      planKey: "pro_monthly",
    });
    expect((await mutate(admin.client, "admin.users.ban", { userId, reason: "spam" })).data).toEqual(OK);
    expect(await query(client, "me.dashboard")).toMatchObject({ status: 403, error: { message: "Account banned" } });
    expect((await mutate(admin.client, "admin.users.unban", { userId })).data).toEqual(OK);
    expect(await query(client, "me.dashboard")).toMatchObject({ status: 200 });
    const audit = await app.db.auditLog.findMany({ where: { actorId: admin.id, targetId: userId } });
    expect(audit).toHaveLength(5);
  });

  it("admin: an event is replayed", async () => {
    const event = purchaseEvent({ userId: user.id, key: "pack_200" });
    await sendWebhook(app, event);
    const { id } = await app.db.webhookEvent.findFirstOrThrow({ where: { providerEventId: event.id } });
    const before = (await readAccount(app, user.id)).credits;
    expect(await mutate(admin.client, "admin.webhookEvents.replay", { eventId: id })).toMatchObject({ status: 200 });
    expect((await readAccount(app, user.id)).credits).toBe(before);
  });
});

describe("401", () => {
  it("for what the page of another user sends: its user is signed out", async () => {
    const callFor = (email: string) =>
      callProcedure(user.client, "query", "billing.overview", undefined, { "X-Page-User": encodeURIComponent(email) });
    expect((await callFor(admin.email)).status).toBe(401);
    expect((await callFor(user.email)).status).toBe(200);
  });
});
