import { setTimeout as pause } from "node:timers/promises";
import type { Mail } from "@app/clients/mail/mailer";
import { faultScale, isLongRun } from "@app/sandbox/testing/fault-tests";
import type { ServiceContext } from "@app/services/context";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { runMaintenance } from "@app/services/maintenance";
import { startWorker } from "@app/services/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../api-client";
import { TEST_CRON_SECRET, useTestApp } from "../app";
import { openChat } from "../chat-stream";
import { createSchedules } from "../schedules";
import { createUser } from "../users";
import { waitUntil } from "../wait-until";
import { DedicatedPostgres, PaymentSenders } from "./restart-scenario";

const RESTARTS = faultScale({ short: 2, long: 20 });
const SERVING_AGAIN_MAX_MS = 5_000;
const PAYMENTS_BETWEEN_RESTARTS = faultScale({ short: 10, long: 20 });
const TEST_MAX_MS = faultScale({ short: 90_000, long: 600_000 });
const SENDERS = 6;
const BUYERS = 10;
const SCHEDULES = 40;
const INSTALMENTS_DUE = 11;
const CHAT_COST_CREDITS = 10;
/** Longer than a job runner takes to stop. */
const MAILS_MAX_MS = 60_000;
const MAINTENANCE_INTERVAL_MS = 250;
const AN_HOUR_MS = 3_600_000;

const postgres = new DedicatedPostgres();
const app = useTestApp({
  openDatabase: () => postgres.openDatabase(),
  // With limits, as in production: a chat then has a slot, which is freed in the database.
  env: { RATE_LIMITS: "on", RATE_LIMIT_GENERATION: "1000000/1m" },
});

/** Errors that would end a process without a handler. */
const fatal: unknown[] = [];
const noteFatal = (error: unknown) => fatal.push(error);
const mails: string[] = [];
let worker: { stop(): Promise<void> };

beforeAll(async () => {
  process.on("unhandledRejection", noteFatal);
  process.on("uncaughtException", noteFatal);
  worker = await startWorker(workerContext(), app.deps.env.DATABASE_URL);
});
afterAll(async () => {
  await worker.stop();
  process.off("unhandledRejection", noteFatal);
  process.off("uncaughtException", noteFatal);
});

function workerContext(): ServiceContext {
  const { service } = app.deps;
  // Only confirmations have an id of their own.
  const mailer = { send: async ({ messageId }: Mail) => void (messageId && mails.push(messageId)) };
  return { ...service, clients: { ...service.clients, mailer } };
}

/** Repeats a request until it gets 200. Rejects when the service takes longer than allowed to recover. */
async function timeUntilServing(): Promise<number> {
  const startedAt = Date.now();
  const client = new ApiClient(app);
  for (;;) {
    const { status } = await client.get("/readyz");
    const elapsedMs = Date.now() - startedAt;
    if (status === 200) return elapsedMs;
    if (elapsedMs > SERVING_AGAIN_MAX_MS) throw new Error(`Not serving ${elapsedMs} ms after the restart`);
  }
}

/** Repeats a call until it is told to stop, whatever the responses. */
function repeatedly(call: () => Promise<unknown>): { end(): Promise<void> } {
  let isEnding = false;
  const calling = (async () => {
    while (!isEnding) await call();
  })();
  return {
    end: () => {
      isEnding = true;
      return calling;
    },
  };
}

const runCron = () =>
  new ApiClient(app).post(
    "/api/cron/subscription-grants?limit=3&catchUp=2",
    {},
    { authorization: `Bearer ${TEST_CRON_SECRET}` },
  );

describe.runIf(isLongRun)("a database that restarts immediately under load", () => {
  it(
    "is served from again within seconds, and nothing is lost or doubled",
    async () => {
      const buyers = await Promise.all(Array.from({ length: BUYERS }, () => createUser(app)));
      const dueAt = new Date(Date.now() - AN_HOUR_MS * 24 * 31 * INSTALMENTS_DUE);
      const schedules = await createSchedules(app, SCHEDULES, { nextGrantAt: dueAt });
      const chatter = await signedInUser(app, { credits: 1_000_000 });
      const chats = { succeeded: 0, sent: 0 };
      const chatOnce = async () => {
        chats.sent += 1;
        const response = await openChat(chatter.client, { message: "Hello" });
        await response.text();
        if (response.status === 200) chats.succeeded += 1;
      };

      const senders = new PaymentSenders(app, buyers, SENDERS);
      const others = [repeatedly(runCron), repeatedly(chatOnce)];
      const servingAgainMs: number[] = [];
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const seen = senders.payments.length;
        await waitUntil(
          "payments are under way",
          async () => senders.payments.length >= seen + PAYMENTS_BETWEEN_RESTARTS,
        );
        await postgres.restartAtOnce();
        servingAgainMs.push(await timeUntilServing());
      }
      await senders.end();
      for (const other of others) await other.end();
      await waitUntil("every instalment is paid", async () => (await runCron()).body["schedulesTouched"] === 0);

      expect(fatal).toEqual([]);
      const { payments } = senders;
      const granted = await app.db.creditLedger.findMany({ where: { reason: "one_time_pack" }, select: { id: true } });
      expect(granted.map(({ id }) => id).sort()).toEqual([...payments].sort());
      const userIds = schedules.map(({ userId }) => userId);
      const instalments = { userId: { in: userIds }, reason: "subscription_schedule" };
      expect(await app.db.creditLedger.count({ where: instalments })).toBe(SCHEDULES * INSTALMENTS_DUE);
      const charges = await app.db.creditLedger.count({ where: { userId: chatter.id, reason: "chat_usage" } });
      expect(charges).toBe(await app.db.chatMessage.count({ where: { role: "user", creditsUsed: CHAT_COST_CREDITS } }));
      expect(charges).toBeGreaterThanOrEqual(chats.succeeded);
      expect(charges).toBeLessThanOrEqual(chats.sent);

      await sendLeftMails();
      // Each is confirmed. A mail that was sent when the database stopped may be sent twice, with the same message id.
      expect(new Set(mails)).toEqual(new Set(payments.map((id) => `purchase-${id}@genmint`)));
      const { differences } = await verifyLedger(app.db);
      expect(differences).toEqual([]);
      console.log(
        `fault: restarts: ${RESTARTS} restarts, ${payments.length} payments (${senders.refusals} refused first), ` +
          `${SCHEDULES * INSTALMENTS_DUE} instalments, ${charges} chats charged of ${chats.sent} sent, ${payments.length} confirmed by ${mails.length} mails, 0 lost, 0 doubled, ` +
          `serving again after at most ${Math.max(...servingAgainMs)} ms, ${fatal.length} fatal errors, ${differences.length} differences`,
      );
    },
    TEST_MAX_MS,
  );
});

/**
 * Jobs that a runner held when the database stopped are released by the worker's maintenance, as soon as that runner is
 * known to be gone. The worker's next runner does them.
 */
async function sendLeftMails(): Promise<void> {
  const startedAt = Date.now();
  while (Date.now() - startedAt < MAILS_MAX_MS) {
    await runMaintenance({ ...app.deps.service, now: () => new Date(Date.now() + AN_HOUR_MS) });
    await app.db.$executeRaw`
      SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs WHERE run_at > now()`;
    const [left] = await app.db.$queryRaw<{ jobs: number }[]>`SELECT count(*)::int AS jobs FROM graphile_worker.jobs`;
    if (left?.jobs === 0) return;
    await pause(MAINTENANCE_INTERVAL_MS);
  }
  throw new Error(`Mails were still to be sent after ${MAILS_MAX_MS} ms`);
}
