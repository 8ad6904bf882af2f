import { randomUUID } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";
import pino from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readJobs } from "../../test/database-state";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, STRANGER, useTestContext, withClients } from "../../test/test-context";
import { queueVerification, sendVerification } from "../account/email-verification";
import { requestPasswordReset, sendPasswordReset } from "../account/password-reset";
import { requestSignInLink, sendSignInLink } from "../account/sign-in-link";
import { sendCancellation } from "../billing/cancellation-mail";
import { sendPurchaseConfirmation } from "../billing/purchase-confirmation-mail";
import { startWorker } from "../worker";

const ctx = useTestContext();
const TEN_MINUTES_MS = 10 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let userId = "";
let email = "";
let paymentId = "";
beforeEach(async () => {
  // The queue uses the real clock.
  ctx.setNow(new Date());
  await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
  userId = await createUser(ctx);
  email = `${userId}@example.com`;
  const event = purchaseEvent({ userId, key: "pack_200" });
  await deliver(ctx, event);
  paymentId = event.object.order.id;
});

const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));

async function askForAllMails(): Promise<void> {
  await requestPasswordReset(ctx, { email, locale: undefined, callbackUrl: undefined }, STRANGER);
  await requestSignInLink(ctx, { email, locale: "en", callbackUrl: "http://localhost:3000/" }, STRANGER);
  await queueVerification(ctx.db, { userId, locale: undefined, now: ctx.now() });
}

/** The columns that record that a mail was sent. */
async function sentAts() {
  const payment = await ctx.db.payment.findUniqueOrThrow({ where: { id: paymentId } });
  const reset = await ctx.db.passwordReset.findUnique({ where: { userId } });
  const verification = await ctx.db.emailVerification.findUnique({ where: { userId } });
  return [payment.confirmationSentAt, reset?.sentAt ?? null, verification?.sentAt ?? null];
}

async function runUntil(context: typeof ctx, isDone: () => Promise<boolean>): Promise<void> {
  const worker = await startWorker(context, ctx.databaseUrl);
  try {
    await vi.waitUntil(isDone, { timeout: 20_000, interval: 20 });
  } finally {
    await worker.stop();
  }
}

const KEYS = () => [
  `password-reset:${email}`,
  `purchase-confirmation:${paymentId}`,
  `sign-in-link:${email}`,
  `verification:${userId}`,
];

describe("without a mail server", () => {
  it("every mail waits with all of its attempts, and is sent once when there is one", async () => {
    await askForAllMails();
    const dueAts = new Map((await readJobs(ctx)).map(({ key, runAt }) => [key, runAt]));
    const log: string[] = [];
    const logged = { ...ctx, log: pino({}, { write: (line) => void log.push(line) }) };
    const areAllPutOff = async () => {
      const jobs = await readJobs(ctx);
      return jobs.length === KEYS().length && jobs.every(({ runAt }) => runAt > new Date());
    };
    await runUntil(withClients(logged, { mailer: null }), areAllPutOff);
    const waiting = await readJobs(ctx);
    expect(waiting.map(({ key }) => key).sort()).toEqual(KEYS());
    for (const { key, attempts, lastError, runAt } of waiting) {
      expect({ attempts, lastError }).toEqual({ attempts: 0, lastError: null });
      // This process's clock is behind the database's, which counts then.
      expect(runAt.getTime() - (dueAts.get(key)?.getTime() ?? 0)).toBe(TEN_MINUTES_MS);
    }
    expect(await sentAts()).toEqual([null, null, null]);
    const waits = log.filter((line) => line.includes("mail waits: no mail server is configured"));
    expect(waits).toHaveLength(KEYS().length);
    expect(log.join("")).not.toMatch(/token|@example/);

    const mails: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    await runUntil(withClients(ctx, { mailer }), async () => mails.length >= KEYS().length);
    await runUntil(withClients(ctx, { mailer }), async () => (await readJobs(ctx)).length === 0);
    expect(mails.map(({ subject }) => subject).sort()).toHaveLength(KEYS().length);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(KEYS().length);
    expect((await sentAts()).every((sentAt) => sentAt !== null)).toBe(true);
  }, 60_000);

  it("a mail that failed at a mail server keeps its retry time at the next start", async () => {
    await runUntil(withClients(ctx, { mailer: { send: () => Promise.reject(new Error("down")) } }), async () =>
      (await readJobs(ctx)).some(({ lastError }) => lastError !== null),
    );
    const [before] = await readJobs(ctx);
    const sent: Mail[] = [];
    const worker = await startWorker(
      withClients(ctx, { mailer: { send: async (mail) => void sent.push(mail) } }),
      ctx.databaseUrl,
    );
    await worker.stop();
    expect(sent).toEqual([]);
    expect((await readJobs(ctx))[0]?.runAt).toEqual(before?.runAt);
  });

  it("a mail that is out of date is not sent, and no longer waits", async () => {
    const askedAt = ctx.now().toISOString();
    const offline = withClients(ctx, { mailer: null });
    const links = { email, locale: null, askedAt };
    await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
    const sendAll = async () => {
      await sendSignInLink(offline, { ...links, callbackUrl: "http://localhost:3000/" });
      await sendPasswordReset(offline, links);
      await sendVerification(offline, { userId, locale: null, askedAt });
      await sendPurchaseConfirmation(offline, { paymentId });
    };
    const waiting = async () => {
      const keys = (await readJobs(ctx)).map(({ key }) => key).sort();
      await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
      return keys;
    };
    await sendAll();
    expect(await waiting()).toEqual(KEYS());
    pass(HOUR_MS + 1);
    await sendAll();
    expect(await waiting()).toEqual([`purchase-confirmation:${paymentId}`, `verification:${userId}`]);
    pass(DAY_MS);
    await sendAll();
    expect(await waiting()).toEqual([`purchase-confirmation:${paymentId}`]);
    pass(30 * DAY_MS);
    await sendAll();
    expect(await waiting()).toEqual([]);
    expect(await sentAts()).toEqual([null, null, null]);
  });

  it("a cancellation waits for a month: nobody is told a year later that a plan ended", async () => {
    const subscriptionId = randomUUID();
    await deliver(ctx, purchaseEvent({ userId, key: "starter_monthly", subscriptionId }));
    const status = { status: "canceled", statusEventAt: ctx.now() };
    await ctx.db.subscription.update({ where: { id: subscriptionId }, data: status });
    const key = `cancellation:${subscriptionId}`;
    const offline = withClients(ctx, { mailer: null });
    pass(29 * DAY_MS);
    await sendCancellation(offline, { subscriptionId });
    expect(await readJobs(ctx, key)).toHaveLength(1);
    await ctx.db.$executeRaw`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`;
    pass(DAY_MS);
    await sendCancellation(offline, { subscriptionId });
    expect(await readJobs(ctx, key)).toEqual([]);
  });
});
