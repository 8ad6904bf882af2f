import { randomUUID } from "node:crypto";
import { storeRecords } from "@app/sandbox/payment/payment-state";
import { createSession } from "@app/services/account/create-session";
import { sessionIdOf } from "@app/services/account/session-id";
import { planRecords } from "../purchase-event";
import { seedChatSession } from "../seed-session";
import type { TestApp } from "../start-test-app";
import { createManagedUser } from "./subject";

/** One person's things, named as the parameters of paths and inputs are. */
export interface UserFixtures {
  provider: string;
  email: string;
  /** In every text of theirs, and nobody else's: who finds it in an answer has read what is theirs. */
  name: string;
  paymentId: string;
  subscriptionId: string;
  checkoutId: string;
  sessionId: string;
  /** Another browser of theirs. */
  browserId: string;
  generationId: string;
  videoId: string;
  taskId: string;
  /** Somebody whom administrators look after, with a failed generation, an event, a refunded payment and instalments. */
  userId: string;
  caseId: string;
  scheduleId: string;
  failedId: string;
  eventId: string;
}

/** What every name of a person begins with. */
export const CANARY = "canary-";
const ANY_NAME = new RegExp(`${CANARY}[\\w-]+`, "g");

/** Whose things an answer shows, except the reader's own. */
export function foreignNames(body: string, ownName: string | null): string[] {
  const names = new Set(body.match(ANY_NAME));
  return [...names].filter((name) => ownName === null || !name.startsWith(ownName));
}

/** Gives a person something of everything. */
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
  const taskId = `cgt-${randomUUID()}`;
  const image = await db.generationHistory.create({ data: await generationRow(app, { userId, name, type: "image" }) });
  const video = await db.generationHistory.create({
    data: { ...(await generationRow(app, { userId, name, type: "video" })), taskId },
  });
  const { sessionToken } = await createSession(app.deps.service, userId);
  return {
    provider: "provider",
    email,
    name,
    paymentId,
    subscriptionId,
    checkoutId,
    sessionId,
    browserId: sessionIdOf(sessionToken),
    generationId: image.id,
    videoId: video.id,
    taskId,
    ...(await createManagedUser(app, name)),
  };
}

async function generationRow({ sandbox }: TestApp, made: { userId: string; name: string; type: "image" | "video" }) {
  const { name, ...row } = made;
  const key = `${made.type}s/${randomUUID()}.png`;
  const headers = { "content-type": "image/png" };
  await sandbox.store.put({ key, etag: "", crc32: "", storedAt: new Date(), headers, body: Buffer.from(name) });
  const resultUrl = `${sandbox.env["STORAGE_PUBLIC_URL"]}/${key}`;
  return { ...row, prompt: name, status: "completed", creditsUsed: 0, metadata: "{}", resultUrl };
}
