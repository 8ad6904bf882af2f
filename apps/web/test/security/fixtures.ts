import { randomBytes, randomUUID } from "node:crypto";
import { storeRecords } from "@app/sandbox/payments/payment-state";
import { sessionIdOf } from "@app/services/account/manage-sessions";
import { createSession } from "@app/services/account/sessions";
import { createEndpointSecret } from "@app/services/webhooks/secrets";
import type { TestApp } from "../app";
import { seedChatSession } from "../users";
import { planRecords } from "../webhooks";

/** The rows of one user, named as the parameters of paths and inputs are. */
export interface UserFixtures {
  provider: string;
  email: string;
  /** Part of every text of this user and of no other: a response that contains it shows the user's data. */
  name: string;
  paymentId: string;
  subscriptionId: string;
  checkoutId: string;
  sessionId: string;
  /** A hidden version of a message in that chat. */
  hiddenMessageId: string;
  /** Another browser session of the user. */
  browserId: string;
  generationId: string;
  videoId: string;
  /** Of the link to a shared work, whose prompt is not shown. */
  token: string;
  collectionId: string;
  removedCollectionId: string;
  taskId: string;
  keyId: string;
  /** Another key of the same user: one is revoked over REST, one over tRPC. */
  otherKeyId: string;
  endpointId: string;
  /** A message to that endpoint. */
  deliveryId: string;
  /** Other endpoints of the same user: one is paused and resumed, one removed. */
  pausedEndpointId: string;
  removedEndpointId: string;
  /** An API key of the managed user. */
  managedKeyId: string;
  /** A user managed by administrators, with a failed generation, an event, a refunded payment and instalments. */
  userId: string;
  caseId: string;
  scheduleId: string;
  failedId: string;
  eventId: string;
}

/** The beginning of every test user's name. */
export const CANARY = "canary-";
const ANY_NAME = new RegExp(`${CANARY}[\\w-]+`, "g");

/** The names in a response, except the reader's own. */
export function foreignNames(body: string, ownName: string | null): string[] {
  const names = new Set(body.match(ANY_NAME));
  return [...names].filter((name) => ownName === null || !name.startsWith(ownName));
}

/** Creates one row of each kind for a user. */
export async function createUserFixtures(
  app: TestApp,
  owner: { id: string; email: string; name: string },
): Promise<UserFixtures> {
  const { db } = app;
  const { id: userId, email, name } = owner;
  const records = planRecords({ userId, key: "starter_monthly" }, new Date());
  storeRecords(app.sandbox.payment, records);
  const { id: subscriptionId, customerId } = records.subscription;
  const purchase = { provider: "creem", userId, planKey: "starter_monthly" };
  await db.subscription.create({
    data: {
      ...purchase,
      id: subscriptionId,
      providerSubId: subscriptionId,
      providerCustomerId: customerId,
      status: "active",
      currentPeriodEnd: records.subscription.periodEnd,
      statusEventAt: new Date(),
    },
  });
  const paymentId = `pay_${randomUUID()}`;
  await db.payment.create({
    data: {
      ...purchase,
      id: paymentId,
      providerPaymentId: paymentId,
      subscriptionId,
      amountCents: 2_900,
      type: "subscription",
      creditsGranted: 0,
    },
  });
  const checkoutId = `ch_${randomUUID()}`;
  await db.checkout.create({ data: { id: checkoutId, userId, key: "pack_200" } });
  const sessionId = await seedChatSession(app, userId, 2);
  await db.chatSession.update({ where: { id: sessionId }, data: { title: name } });
  await db.chatMessage.updateMany({ where: { sessionId }, data: { content: name } });
  const visible = await db.chatMessage.findFirstOrThrow({ where: { sessionId, role: "user" } });
  const { id: hiddenMessageId } = await db.chatMessage.create({
    data: {
      sessionId,
      role: "user",
      content: name,
      creditsUsed: 10,
      variantOf: visible.id,
      hiddenAt: new Date(),
      hiddenBy: randomUUID(),
    },
  });
  const taskId = `cgt-${randomUUID()}`;
  const image = await db.generationHistory.create({ data: await generationRow(app, { userId, name, type: "image" }) });
  const video = await db.generationHistory.create({
    data: { ...(await generationRow(app, { userId, name, type: "video" })), taskId },
  });
  const { token, ...collections } = await createLibrary(app, { userId, name, workId: image.id });
  const { sessionToken } = await createSession(app.deps.service, userId);
  const createKey = () =>
    db.apiKey.create({ data: { userId, name, prefix: "gm_", scopes: [], keyHash: randomUUID() } });
  const [key, otherKey] = [await createKey(), await createKey()];
  return {
    keyId: key.id,
    otherKeyId: otherKey.id,
    ...(await createWebhooks(app, userId, name)),
    provider: "provider",
    email,
    name,
    hiddenMessageId,
    paymentId,
    subscriptionId,
    checkoutId,
    sessionId,
    browserId: sessionIdOf(sessionToken),
    generationId: image.id,
    videoId: video.id,
    token,
    ...collections,
    taskId,
    ...(await createManagedUser(app, name)),
  };
}

/** Two collections, one of them with a work, and the link to a shared work. */
async function createLibrary(app: TestApp, owner: { userId: string; name: string; workId: string }) {
  const { db } = app;
  const { userId, name, workId } = owner;
  const [collection, removed] = await db.collection.createManyAndReturn({
    data: [name, `Removed ${name}`].map((title) => ({ userId, name: title, nameKey: title })),
    select: { id: true },
  });
  await db.collectionItem.create({ data: { collectionId: collection?.id ?? "", generationId: workId } });
  return {
    token: await createSharedWork(app, name),
    collectionId: collection?.id ?? "",
    removedCollectionId: removed?.id ?? "",
  };
}

/** Of a user who is not banned. The prompt is not shown, and the file has no name in it: anyone may see the rest. */
async function createSharedWork(app: TestApp, name: string): Promise<string> {
  const { db } = app;
  const { id: userId } = await db.user.create({ data: { email: `${name}-sharer-${randomUUID()}@example.com`, name } });
  const row = await generationRow(app, { userId, name: "shared", type: "image" });
  const { id: generationId } = await db.generationHistory.create({ data: { ...row, prompt: name } });
  const token = randomBytes(18).toString("base64url");
  await db.shareLink.create({ data: { generationId, userId, token } });
  return token;
}

/** Three endpoints, one of them with a message. */
async function createWebhooks({ db, deps }: TestApp, userId: string, name: string) {
  const create = () => {
    const id = randomUUID();
    const sealedSecret = createEndpointSecret(deps.service, id).sealed;
    return db.webhookEndpoint.create({
      data: { id, userId, url: `https://hooks.example/${name}`, events: [], sealedSecret },
    });
  };
  const [endpoint, paused, removed] = [await create(), await create(), await create()];
  const payload = JSON.stringify({ type: "webhook.test", timestamp: new Date(), data: { note: name } });
  const delivery = await db.webhookDelivery.create({
    data: { endpointId: endpoint.id, type: "webhook.test", payload, status: "failed" },
  });
  return {
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    pausedEndpointId: paused.id,
    removedEndpointId: removed.id,
  };
}

async function generationRow({ sandbox }: TestApp, columns: { userId: string; name: string; type: "image" | "video" }) {
  const { name, ...row } = columns;
  const key = `${columns.type}s/${randomUUID()}.png`;
  const headers = { "content-type": "image/png" };
  await sandbox.store.put({ key, etag: "", crc32: "", storedAt: new Date(), headers, body: Buffer.from(name) });
  const resultUrl = `${sandbox.env["STORAGE_PUBLIC_URL"]}/${key}`;
  return { ...row, prompt: name, status: "completed", creditsUsed: 0, metadata: "{}", resultUrl };
}

const PRICE = 20;

/** A user who makes no requests: administrators read about them, ban them and return their credits. */
async function createManagedUser({ db }: TestApp, name: string) {
  const { id: userId } = await db.user.create({ data: { email: `${name}-subject-${randomUUID()}@example.com`, name } });
  const failed = await db.generationHistory.create({
    data: { userId, type: "image", prompt: name, status: "failed", creditsUsed: PRICE, metadata: "{}" },
  });
  const { id: managedKeyId } = await db.apiKey.create({
    data: { userId, name, prefix: "gm_", scopes: [], keyHash: randomUUID() },
  });
  const entry = { userId, reason: "test" };
  await db.creditLedger.create({ data: { ...entry, id: randomUUID(), delta: PRICE, balanceAfter: PRICE } });
  await db.creditLedger.create({
    data: { ...entry, id: randomUUID(), delta: -PRICE, balanceAfter: 0, paymentId: failed.id },
  });
  const metadata = { userId, key: "pack_200", kind: "one_time" };
  const payload = { id: `evt_${randomUUID()}`, eventType: "customer.noticed", object: { metadata, note: name } };
  const event = await db.webhookEvent.create({
    data: {
      provider: "creem",
      eventType: payload.eventType,
      payload: JSON.stringify(payload),
      userId,
      eventAt: new Date(),
    },
  });
  return { userId, managedKeyId, failedId: failed.id, eventId: event.id, ...(await createRefundCase(db, userId)) };
}

/** A refunded payment of a yearly plan, with its paused instalments. */
async function createRefundCase(db: TestApp["db"], userId: string) {
  const [caseId, subscriptionId] = [`pay_${randomUUID()}`, `sub_${randomUUID()}`];
  const plan = { userId, planKey: "starter_yearly" };
  await db.subscription.create({
    data: {
      ...plan,
      ...{ id: subscriptionId, providerSubId: subscriptionId, provider: "creem", status: "active" },
      ...{ currentPeriodEnd: new Date(), statusEventAt: new Date() },
    },
  });
  await db.payment.create({
    data: {
      ...plan,
      ...{ id: caseId, providerPaymentId: caseId, provider: "creem", subscriptionId, type: "subscription" },
      ...{ amountCents: 29_000, creditsGranted: 1_000, status: "refunded", attention: "refunded" },
    },
  });
  const entry = { id: caseId, userId, paymentId: caseId, reason: "subscription_cycle" };
  await db.creditLedger.create({ data: { ...entry, delta: 1_000, balanceAfter: 1_000 } });
  await db.user.update({ where: { id: userId }, data: { credits: 1_000 } });
  const { id: scheduleId } = await db.subscriptionCreditSchedule.create({
    data: {
      ...plan,
      ...{ subscriptionId, paymentId: caseId, creditsPerGrant: 1_000, intervalMonths: 1, grantsRemaining: 11 },
      ...{
        totalCreditsRemaining: 11_000,
        nextGrantAt: new Date(Date.now() + 1e9),
        pausedAt: new Date(),
        pauseReason: "refund",
      },
    },
  });
  return { caseId, scheduleId };
}
