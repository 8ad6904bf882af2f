import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Prisma } from "@app/db/client/db";
import { describe, expect, it, vi } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { lockWaits, readJobs } from "../../test/database-state";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import { endSubscription, resumeSubscription as resume } from "../billing/subscriptions";
import { beginTurn } from "../chat/begin-turn";
import { addToCollection, createCollection } from "../collections/collections";
import type { ServiceContext } from "../context";
import { beginGeneration } from "../history/begin-generation";
import { verifyLedger } from "../ledger/verify-ledger";
import { claimKey } from "../platform/idempotency-keys";
import type { JobPayloads } from "../platform/job-queue";
import { runDueGrants } from "../schedule/run-due-grants";
import { saveShareLink } from "../sharing/share-links";
import { deleteAccount, eraseDeletedAccount } from "./delete-account";
import { checkPassword, hashPassword } from "./password";
import { changeName, getAccount } from "./profile";
import { createSession, resolveSession } from "./sessions";
import { signUp } from "./sign-in";

const ctx = useTestContext();
const PASSWORD = "correct horse battery";
const HOUR_MS = 3_600_000;
const SECRET = "a boat nobody should hear of";

const emailOf = async (id: string) => (await ctx.db.user.findUniqueOrThrow({ where: { id } })).email;
const removeOf = async (userId: string, password?: string) =>
  deleteAccount(await actAs(ctx, userId), { email: await emailOf(userId), password });
const differences = async () => (await verifyLedger(ctx.db)).differences;
const chatting = () => withClients(ctx, { chat: { model: "test-model", stream: () => Promise.reject() } as never });

/** A user with a row in every table. */
async function customer(): Promise<{ userId: string; email: string; sessionToken: string }> {
  const userId = await createUser(ctx);
  const email = await emailOf(userId);
  await ctx.db.user.update({
    where: { id: userId },
    data: { name: "Pat", passwordHash: await hashPassword(PASSWORD), image: "https://pictures.example/pat.png" },
  });
  await deliver(ctx, purchaseEvent({ userId, key: "pack_200" }));
  await beginTurn(await actAs(chatting(), userId), { message: SECRET, sessionId: undefined });
  await ctx.db.verificationToken.create({ data: { identifier: email, token: randomUUID(), expires: ctx.now() } });
  await ctx.db.account.create({
    data: { userId, type: "oauth", provider: "github", providerAccountId: randomUUID() },
  });
  const link = { userId, tokenHash: randomUUID(), expires: ctx.now() };
  await ctx.db.passwordReset.create({ data: link });
  await ctx.db.emailVerification.create({ data: link });
  const recoveryCodes = { create: [{ codeHash: randomUUID() }] };
  await ctx.db.secondFactor.create({ data: { userId, sealedSecret: "sealed", recoveryCodes } });
  const { sessionToken } = await createSession(ctx, userId);
  return { userId, email, sessionToken };
}

async function withSubscription(status: string) {
  const userId = await createUser(ctx);
  const subscriptionId = `sub_${randomUUID()}`;
  await deliver(ctx, purchaseEvent({ userId, key: "starter_yearly", subscriptionId }));
  await ctx.db.subscription.update({ where: { id: subscriptionId }, data: { status } });
  return { userId, subscriptionId };
}

/** The provider's event of a status, an hour later than now. */
async function tell(subscriptionId: string, eventType: string, status: string): Promise<void> {
  const created_at = ctx.now().getTime() + HOUR_MS;
  const object = { object: "subscription", id: subscriptionId, status, metadata: {} };
  await deliver(ctx, { id: `evt_${randomUUID()}`, eventType, created_at, object });
}

describe("getAccount", () => {
  it("says how many credits of instalments a deletion would lose, without paused ones", async () => {
    const { userId, subscriptionId } = await withSubscription("scheduled_cancel");
    expect(await getAccount(await actAs(ctx, userId))).toMatchObject({ credits: 1_000, creditsToCome: 11_000 });
    await ctx.db.subscriptionCreditSchedule.update({
      where: { subscriptionId },
      data: { pausedAt: ctx.now(), pauseReason: "refund" },
    });
    expect(await getAccount(await actAs(ctx, userId))).toMatchObject({ creditsToCome: 0 });
  });
});

describe("deleteAccount", () => {
  it("keeps the books and erases personal data", async () => {
    const { userId, email, sessionToken } = await customer();
    await removeOf(userId, PASSWORD);
    const user = await ctx.db.user.findUniqueOrThrow({
      where: { id: userId },
      include: {
        verification: true,
        passwordReset: true,
        secondFactor: true,
        sessions: true,
        accounts: true,
        ledger: true,
        payments: true,
        chatSessions: true,
      },
    });
    expect(user).toMatchObject({
      email: expect.stringMatching(/^deleted-[-0-9a-f]{36}@deleted\.invalid$/),
      name: null,
      image: null,
      passwordHash: null,
      credits: 190,
      deletedAt: ctx.now(),
      verification: null,
      passwordReset: null,
      secondFactor: null,
      sessions: [],
      accounts: [],
      ledger: [{ delta: 200 }, { delta: -10 }],
      payments: [{ creditsGranted: 200 }],
      chatSessions: [{ title: "", totalMessages: 1 }],
    });
    expect(await ctx.db.chatMessage.count({ where: { session: { userId } } })).toBe(0);
    expect(await ctx.db.verificationToken.count({ where: { identifier: email } })).toBe(0);
    expect(await ctx.db.recoveryCode.count({ where: { userId } })).toBe(0);
    expect(await resolveSession(ctx, sessionToken)).toEqual({ kind: "anonymous" });
    expect(await checkPassword(ctx, { email, password: PASSWORD })).toBeNull();
    expect(await ctx.db.auditLog.findMany({ where: { targetId: userId } })).toMatchObject([
      { action: "account.delete", actorId: userId },
    ]);
    expect(await differences()).toEqual([]);
  });

  it("erases or keeps each column of a user on purpose: a new one that is about the person belongs to `exportAccount` too", () => {
    const erased = "email emailVerified ownerProven name image passwordHash banReason chatInstructions planKey";
    const kept =
      "id credits creditsStep role banned banExpires planGivenAt locale lowBalanceMails createdAt updatedAt activeDay";
    const columns = `${erased} ${kept} deletedAt`.split(" ");
    expect(Object.keys(Prisma.UserScalarFieldEnum).sort()).toEqual(columns.sort());
  });

  it("deletes collections and share links, and unmarks favorites", async () => {
    const done = { status: "completed", resultUrl: "https://files.example/boat.png", width: 3, height: 2 };
    const { id, userId } = await createGeneration(ctx, "image", { ...done, isFavorite: true });
    const user = await actAs(ctx, userId);
    const { id: collectionId } = await createCollection(user, { name: SECRET });
    await addToCollection(user, { collectionId, ids: [id] });
    await saveShareLink(user, { id, showPrompt: true });
    await removeOf(userId);
    expect(await ctx.db.collection.count({ where: { userId } })).toBe(0);
    expect(await ctx.db.collectionItem.count({ where: { generationId: id } })).toBe(0);
    expect(await ctx.db.shareLink.count({ where: { userId } })).toBe(0);
    expect(await ctx.db.generationHistory.findUnique({ where: { id } })).toMatchObject({
      ...{ isFavorite: false, width: null, height: null },
    });
  });

  it("leaves no session that was created at the same time", async () => {
    const { userId } = await customer();
    await removeOf(userId, PASSWORD);
    const late = await createSession(ctx, userId);
    expect(await resolveSession(ctx, late.sessionToken)).toEqual({ kind: "anonymous" });
  });

  it("frees the address for a new account", async () => {
    const { userId, email } = await customer();
    await removeOf(userId, PASSWORD);
    expect((await signUp(ctx, { name: undefined, email, password: PASSWORD })).id).not.toBe(userId);
  });

  it.each([
    { status: "completed", resultUrl: "https://storage.example/boat.png", error: null },
    { status: "processing", resultUrl: null, error: null },
    { status: "failed", resultUrl: null, error: "The backend would not draw a boat" },
  ])("erases a $status generation and keeps its charge", async (columns) => {
    const { id, userId } = await createGeneration(ctx, "image", { ...columns, imageUrl: "https://x.example/a.png" });
    await removeOf(userId);
    expect(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } })).toMatchObject({
      prompt: "",
      imageUrl: null,
      resultUrl: null,
      error: null,
      metadata: "{}",
      status: columns.status === "completed" ? "completed" : "failed",
      creditsUsed: 20,
    });
    expect(await differences()).toEqual([]);
  });

  it("keeps the mark of a generation that was never charged", async () => {
    const userId = await createUser(ctx);
    const data = { userId, type: "image", prompt: SECRET, status: "failed", creditsUsed: 20, metadata: "{}" };
    const { id } = await ctx.db.generationHistory.create({ data: { ...data, error: "Insufficient credits" } });
    await removeOf(userId);
    const { error } = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });
    expect(error).toBe("Insufficient credits");
    expect(await differences()).toEqual([]);
  });

  it.each(["active", "trialing", "past_due", "unpaid", "paused", "expired"])(
    "is refused while a subscription is %s",
    async (status) => {
      const { userId } = await withSubscription(status);
      await expect(removeOf(userId)).rejects.toMatchObject({
        code: "conflict",
        fields: { refusal: "liveSubscription" },
      });
      expect((await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).deletedAt).toBeNull();
      expect(await ctx.db.subscriptionCreditSchedule.count({ where: { userId } })).toBe(1);
    },
  );

  it.each(["queued", "failed"])("is refused while a cancellation at the provider is %s", async (providerCancel) => {
    const { userId, subscriptionId } = await withSubscription("canceled");
    const store = (state: string) =>
      ctx.db.subscription.update({ where: { id: subscriptionId }, data: { providerCancel: state } });
    await store(providerCancel);
    expect(await getAccount(await actAs(ctx, userId))).toMatchObject({ deletionObstacle: "cancellationOpen" });
    await expect(removeOf(userId)).rejects.toMatchObject({
      code: "conflict",
      fields: { refusal: "cancellationOpen" },
    });
    await store("done");
    expect(await removeOf(userId)).toEqual({ success: true });
  });

  it.each(["canceled", "scheduled_cancel"])("stops the instalments of a subscription that is %s", async (status) => {
    const { userId } = await withSubscription(status);
    await removeOf(userId);
    const before = ctx.now();
    ctx.setNow(new Date("2027-06-01T00:00:00Z"));
    const run = await runDueGrants(ctx, { schedulesMax: 500, instalmentsMax: 36 });
    ctx.setNow(before);
    expect(run.grants.filter((grant) => grant.userId === userId)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it("cannot be prevented by signing up with an address that a deleted account could get", async () => {
    const userId = await createUser(ctx);
    await signUp(ctx, { name: undefined, email: `deleted-${userId}@deleted.invalid`, password: PASSWORD });
    expect(await removeOf(userId)).toEqual({ success: true });
  });

  it("is refused when the session ended, or the role was given, while the password was checked", async () => {
    const { userId, email, sessionToken } = await customer();
    const user = { ...(await actAs(ctx, userId)), sessionToken };
    await ctx.db.user.update({ where: { id: userId }, data: { role: "admin" } });
    await expect(deleteAccount(user, { email, password: PASSWORD })).rejects.toMatchObject({
      fields: { refusal: "administrator" },
    });
    await ctx.db.session.deleteMany({ where: { userId } });
    await expect(deleteAccount(user, { email, password: PASSWORD })).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("is refused for another address, a wrong password, and an administrator", async () => {
    const { userId, email } = await customer();
    const user = await actAs(ctx, userId);
    await expect(deleteAccount(user, { email: "x@example.com", password: PASSWORD })).rejects.toMatchObject({
      fields: { refusal: "wrongEmail" },
    });
    await expect(deleteAccount(user, { email, password: "wrong" })).rejects.toMatchObject({
      fields: { refusal: "wrongPassword" },
    });
    await ctx.db.user.update({ where: { id: userId }, data: { role: "admin" } });
    await expect(deleteAccount(user, { email, password: PASSWORD })).rejects.toMatchObject({
      fields: { refusal: "administrator" },
    });
    expect(await emailOf(userId)).toBe(email);
  });

  it("grants nothing for a later purchase of a deleted user: the event stays in the inbox", async () => {
    const userId = await createUser(ctx);
    await removeOf(userId);
    for (const key of ["pack_200", "starter_yearly"] as const) {
      const event = purchaseEvent({ userId, key, subscriptionId: `sub_${randomUUID()}` });
      await expect(deliver(ctx, event)).rejects.toMatchObject({ code: "bad_request" });
      expect(await ctx.db.webhookEvent.findFirst({ where: { providerEventId: event.id } })).toMatchObject({
        outcome: "rejected",
        detail: "metadata.userId is a deleted account",
      });
    }
    const left = await ctx.db.user.findUniqueOrThrow({
      where: { id: userId },
      include: { payments: true, schedules: true, subscriptions: true },
    });
    expect(left).toMatchObject({ credits: 0, payments: [], schedules: [], subscriptions: [] });
  });

  it("is serialised with a purchase at the same time", async () => {
    for (let round = 0; round < 8; round += 1) {
      const userId = await createUser(ctx);
      const event = purchaseEvent({ userId, key: "starter_yearly", subscriptionId: `sub_${randomUUID()}` });
      const [deletion] = await Promise.allSettled([removeOf(userId), deliver(ctx, event)]);
      const user = await ctx.db.user.findUniqueOrThrow({ where: { id: userId }, include: { schedules: true } });
      expect(user.deletedAt !== null).toBe(deletion.status === "fulfilled");
      expect([user.credits, user.schedules.length]).toEqual(user.deletedAt ? [0, 0] : [1000, 1]);
    }
    expect(await differences()).toEqual([]);
  });
});

describe("a plan that was resumed on the provider's pages", () => {
  /** The customer of a plan that is to end, as far as the service knows, and has deleted the account. */
  async function leave(): Promise<string> {
    const { userId, subscriptionId } = await withSubscription("scheduled_cancel");
    await removeOf(userId);
    return subscriptionId;
  }
  /** Runs the job that ends the plan, if it is queued. */
  async function endedAtProvider(subscriptionId: string, status: string): Promise<string[]> {
    const payment = createFakePaymentProvider();
    payment.subscriptions.set(subscriptionId, { object: "subscription", id: subscriptionId, status });
    if ((await readJobs(ctx, `end-subscription:${subscriptionId}`)).length > 0)
      await endSubscription(withClients(ctx, { payment }), { subscriptionId });
    return payment.ended;
  }

  it("just before its owner deleted the account ends", async () => {
    const subscriptionId = await leave();
    expect(await endedAtProvider(subscriptionId, "active")).toEqual([subscriptionId]);
  });

  it("is left alone where it still is to end", async () => {
    expect(await endedAtProvider(await leave(), "scheduled_cancel")).toEqual([]);
  });

  it("after its owner deleted the account ends", async () => {
    const subscriptionId = await leave();
    await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${subscriptionId}`})::text`;
    await tell(subscriptionId, "subscription.past_due", "past_due");
    expect(await endedAtProvider(subscriptionId, "past_due")).toEqual([subscriptionId]);
  });

  it("ends once it is charged again, where the event of that is lost", async () => {
    const subscriptionId = await leave();
    await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${subscriptionId}`})::text`;
    const { userId } = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
    const event = purchaseEvent({ userId, key: "starter_yearly", subscriptionId, eventType: "subscription.paid" });
    await expect(deliver(ctx, event)).rejects.toThrow("metadata.userId is a deleted account");
    expect(await endedAtProvider(subscriptionId, "active")).toEqual([subscriptionId]);
  });

  it("or here, while its owner deleted the account, ends, and gives the account no plan", async () => {
    const { userId, subscriptionId } = await withSubscription("scheduled_cancel");
    const payment = createFakePaymentProvider();
    const resumeSubscription = async (id: string) => {
      await removeOf(userId);
      expect(await endedAtProvider(id, "scheduled_cancel")).toEqual([]);
      await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${id}`})::text`;
      return payment.resumeSubscription(id);
    };
    const user = await actAs(withClients(ctx, { payment: { ...payment, resumeSubscription } }), userId);
    await resume(user, { subscriptionId });
    expect((await ctx.db.user.findUniqueOrThrow({ where: { id: userId } })).planKey).toBe("free");
    expect(await endedAtProvider(subscriptionId, "active")).toEqual([subscriptionId]);
  });

  it("ends once it is charged again, also where it had been canceled for good", async () => {
    const subscriptionId = await leave();
    await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${subscriptionId}`})::text`;
    await tell(subscriptionId, "subscription.canceled", "canceled");
    const { userId } = await ctx.db.subscription.findUniqueOrThrow({ where: { id: subscriptionId } });
    const event = purchaseEvent({ userId, key: "starter_yearly", subscriptionId, eventType: "subscription.paid" });
    await expect(deliver(ctx, event)).rejects.toThrow("metadata.userId is a deleted account");
    expect(await endedAtProvider(subscriptionId, "active")).toEqual([subscriptionId]);
  });

  it("and then canceled there is left alone", async () => {
    const subscriptionId = await leave();
    await ctx.db.$queryRaw`SELECT graphile_worker.remove_job(${`end-subscription:${subscriptionId}`})::text`;
    await tell(subscriptionId, "subscription.canceled", "canceled");
    expect(await readJobs(ctx, `end-subscription:${subscriptionId}`)).toEqual([]);
  });
});

describe("eraseDeletedAccount", () => {
  const storing = (): { played: ServiceContext; removed: string[] } => {
    const removed: string[] = [];
    const storage = {
      put: () => Promise.reject(new Error("Nothing is stored here")),
      removeFolder: async (folder: string) => {
        removed.push(folder);
      },
    };
    return { played: withClients(ctx, { storage }), removed };
  };

  it("is queued with the deletion, for a time when no request of the user can still run", async () => {
    const userId = await createUser(ctx);
    await removeOf(userId);
    const runAt = new Date(ctx.now().getTime() + 60 * 60_000);
    expect(await readJobs(ctx, `erase-deleted-account:${userId}`)).toMatchObject([
      { task: "erase-deleted-account", runAt },
    ]);
  });

  it("erases what a request wrote after the deletion, and removes the stored files", async () => {
    const userId = await createUser(ctx, 10);
    const user = await actAs(chatting(), userId);
    await removeOf(userId);
    await beginTurn(user, { message: SECRET, sessionId: undefined });
    const { played, removed } = storing();
    await eraseDeletedAccount(played, { userId });
    expect(await ctx.db.chatMessage.count({ where: { session: { userId } } })).toBe(0);
    expect(removed).toEqual([`images/${userId}/`, `videos/${userId}/`, `uploads/${userId}/`]);
    expect(await differences()).toEqual([]);
  });

  it("erases what a request wrote to the account itself after the deletion", async () => {
    const userId = await createUser(ctx);
    const user = await actAs(ctx, userId);
    await removeOf(userId);
    const deletedAt = ctx.now();
    await changeName(user, { name: SECRET });
    ctx.setNow(new Date(deletedAt.getTime() + 60 * 60_000));
    await eraseDeletedAccount(storing().played, { userId });
    ctx.setNow(deletedAt);
    const row = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
    expect(row).toMatchObject({ name: null, deletedAt });
  });

  it("has as long as the deletion, which erases the same rows", async () => {
    const { id, userId } = await createGeneration(ctx, "image");
    await removeOf(userId);
    const { played, removed } = storing();
    // Shortened for the test: how long a transaction without a limit of its own may take.
    const $transaction: typeof ctx.db.$transaction = (run: never, options = {}) =>
      ctx.db.$transaction(run, { timeout: 100, ...options });
    const db = new Proxy(ctx.db, {
      get: (own, name) => (name === "$transaction" ? $transaction : Reflect.get(own, name)),
    });
    const [erasing] = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM generation_history WHERE id = ${id} FOR UPDATE`;
      const running = eraseDeletedAccount({ ...played, db }, { userId });
      await pause(500);
      return [running.catch((error: unknown) => error)];
    });
    expect(await erasing).toBeUndefined();
    expect(removed).toHaveLength(3);
  });

  it("fails while the storage that had its files is not configured, so that it is tried again", async () => {
    const userId = await createUser(ctx);
    const { played, removed } = storing();
    const config = { ...ctx.config, storagePublicUrl: "https://storage.example" };
    const user = await actAs({ ...ctx, config }, userId);
    await deleteAccount(user, { email: user.actor.email, password: undefined });
    const [job] = await ctx.db.$queryRaw<{ payload: JobPayloads["erase-deleted-account"] }[]>`
      SELECT payload FROM graphile_worker._private_jobs WHERE key = ${`erase-deleted-account:${userId}`}`;
    const payload = job?.payload ?? { userId };
    await expect(eraseDeletedAccount(withClients(ctx, { storage: null }), payload)).rejects.toThrow("storage");
    await eraseDeletedAccount(played, payload);
    expect(removed).toHaveLength(3);
  });

  it("never touches an account that is not deleted", async () => {
    const { userId, email } = await customer();
    const { played, removed } = storing();
    await eraseDeletedAccount(played, { userId });
    expect(await emailOf(userId)).toBe(email);
    expect(removed).toEqual([]);
  });
});

const IMAGE = {
  type: "image",
  prompt: "a boat",
  imageUrl: null,
  costCredits: 20,
  status: "processing",
  metadata: {},
} as const;
const untilWaiting = (count: number) =>
  // Less than the time limit of the statements that wait.
  vi.waitFor(async () => expect(await lockWaits(ctx)).toBe(count), { timeout: 4_000 });

it("an account is deleted while a request with an Idempotency-Key is charged", async () => {
  const user = await actAs(ctx, await createUser(ctx, 100), "a-key");
  await claimKey(user, { key: "a-key", operation: "image", input: {} });
  const { charging, deleting } = await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${user.actor.id} FOR UPDATE`;
    const charging = beginGeneration({ ...user, claimedKey: "a-key" }, IMAGE);
    await untilWaiting(1);
    const deleting = deleteAccount(user, { email: user.actor.email, password: undefined });
    await untilWaiting(2);
    return { charging, deleting };
  });
  const outcomes = await Promise.allSettled([charging, deleting]);
  expect(outcomes).toMatchObject([
    { status: "fulfilled", value: { remainingCredits: 80 } },
    { status: "fulfilled", value: { success: true } },
  ]);
  expect(await ctx.db.idempotencyKey.count({ where: { userId: user.actor.id } })).toBe(0);
});
