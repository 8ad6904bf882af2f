import { randomUUID } from "node:crypto";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { runMaintenance } from "@app/services/maintenance";
import { startWorker } from "@app/services/worker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiClient, type ApiResponse, type SignedInUser, signedInUser } from "../api-client";
import { startOtherServer, TEST_CRON_SECRET, type TestApp, useTestApp } from "../app";
import { createSchedules } from "../schedules";
import { createUser } from "../users";
import { waitUntil } from "../wait-until";
import { purchaseEvent, sendWebhook } from "../webhooks";

const app = useTestApp({ mail: true, env: { RATE_LIMITS: "off" } });

const PAYMENTS = faultScale({ short: 20, long: 150 });
const VIDEOS = faultScale({ short: 4, long: 40 });
const IMAGES = faultScale({ short: 4, long: 40 });
const SCHEDULES = faultScale({ short: 20, long: 200 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 600_000 });
const INSTALMENTS_DUE = 11;
const CREDITS_OF_A_USER = 100_000;
/** Sending a mail takes this long, so that maintenance runs fall into it. */
const MAIL_LATENCY_MS = 100;
/** Webhooks have a runner of their own. */
const RUNNERS_OF_A_WORKER = 2;
const MAINTENANCE_AHEAD_MS = 5 * 60_000;

const stops: (() => Promise<void>)[] = [];
let servers: readonly [TestApp, TestApp];
let user: SignedInUser;

beforeAll(async () => {
  const second = await startOtherServer(app);
  servers = [app, second.app];
  for (const { deps } of servers) stops.push((await startWorker(deps.service, deps.env.DATABASE_URL)).stop);
  stops.push(second.stop);
  // A worker may take half a minute to register itself. Maintenance runs before that here.
  const runners = servers.length * RUNNERS_OF_A_WORKER;
  await waitUntil("both workers announced themselves", async () => (await announcements()) === runners);
  user = await signedInUser(app, { credits: CREDITS_OF_A_USER });
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** Sends the same request to both servers at once, as the same user. */
function toBoth(send: (client: ApiClient) => Promise<ApiResponse>): Promise<ApiResponse[]> {
  const headers = { cookie: user.client.cookieHeader };
  return Promise.all(
    servers.map((server) => {
      const client = new ApiClient(server);
      const fetchPlain = client.fetch.bind(client);
      client.fetch = (path, init = {}) =>
        fetchPlain(path, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } });
      return send(client);
    }),
  );
}

async function announcements(): Promise<number> {
  const rows = await app.db.$queryRaw<unknown[]>`
    SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return rows.length;
}

const copiesOf = async (folder: string) => (await app.sandbox.store.list(`${folder}/${user.id}/`)).length;
const chargesOf = (reason: string) => app.db.creditLedger.count({ where: { userId: user.id, reason } });

async function waitingJobs(): Promise<number> {
  await app.db.$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE locked_at IS NULL`;
  const [jobs] = await app.db.$queryRaw<{ count: number }[]>`SELECT count(*)::int AS count FROM graphile_worker.jobs`;
  return jobs?.count ?? 0;
}

it(
  "grants each payment once and sends each confirmation once, while the workers run their maintenance",
  async () => {
    app.sandbox.faults.setLatency("mail", MAIL_LATENCY_MS);
    const userId = await createUser(app);
    const events = Array.from({ length: PAYMENTS }, () => purchaseEvent({ userId, key: "pack_200" }));
    const responses = await Promise.all(
      events.flatMap((event) => servers.map((server) => sendWebhook(server, event).then(({ status }) => status))),
    );
    expect(new Set(responses)).toEqual(new Set([200]));
    const { service } = servers[1].deps;
    const ahead = { ...service, now: () => new Date(Date.now() + MAINTENANCE_AHEAD_MS) };
    for (let done = false; !done; done = (await waitingJobs()) === 0) await runMaintenance(ahead);

    const ids = app.sandbox.mailbox.list().map(({ messageId }) => messageId);
    const mails = ids.filter((id) => id?.startsWith("<purchase-"));
    const doubled = mails.length - new Set(mails).size;
    console.log(`fault: two processes: ${PAYMENTS} payments to both: ${mails.length} mails, ${doubled} doubled`);
    expect(mails.sort()).toEqual(events.map(({ object }) => `<purchase-${object.order.id}@genmint>`).sort());
    expect(await app.db.creditLedger.count({ where: { userId } })).toBe(PAYMENTS);
  },
  TEST_MAX_MS,
);

it(
  "copies each video once, whichever process polls or completes it",
  async () => {
    const responses = await Promise.all(
      Array.from({ length: VIDEOS }, () => {
        const headers = { "idempotency-key": randomUUID() };
        return toBoth((client) => client.post("/api/video/generate", { prompt: "a boat", duration: 1 }, headers));
      }),
    );
    for (const [one, other] of responses)
      expect([other?.status, other?.body.id, other?.body.taskId]).toEqual([200, one?.body.id, one?.body.taskId]);
    const videos = responses.map(
      ([response]) => new URLSearchParams({ taskId: response?.body.taskId ?? "", historyId: response?.body.id ?? "" }),
    );
    await waitingJobs();
    const poll = (video: URLSearchParams) => toBoth((client) => client.get(`/api/video/status?${video}`));
    // A process copies a few videos at once. The others are stored by a later poll.
    await waitUntil("both show the same copy of each video", async () => {
      const polls = await Promise.all(videos.map(poll));
      const addresses = polls.map(([one, other]) => [one?.body["videoUrl"], other?.body["videoUrl"]]);
      for (const [one, other] of addresses) if (one && other) expect(other).toBe(one);
      return addresses.flat().every(Boolean);
    });
    await waitUntil("the queue is empty", async () => (await waitingJobs()) === 0);
    const [copies, charges] = [await copiesOf("videos"), await chargesOf("video_generation")];
    console.log(`fault: two processes: ${VIDEOS} videos asked of both: ${charges} charges, ${copies} copies`);
    expect([charges, copies]).toEqual([VIDEOS, VIDEOS]);
  },
  TEST_MAX_MS,
);

it(
  "charges and makes an image once that both are asked for under one key",
  async () => {
    const input = { prompt: "a boat", imageUrl: "https://pictures.example/boat.png" };
    const responses = await Promise.all(
      Array.from({ length: IMAGES }, () => {
        const headers = { "idempotency-key": randomUUID() };
        return toBoth((client) => client.post("/api/image/generate", input, headers));
      }),
    );
    for (const [one, other] of responses) expect([other?.status, other?.body["url"]]).toEqual([200, one?.body["url"]]);
    const [copies, charges] = [await copiesOf("images"), await chargesOf("image_generation")];
    console.log(`fault: two processes: ${IMAGES} images asked of both: ${charges} charges, ${copies} copies`);
    expect([charges, copies]).toEqual([IMAGES, IMAGES]);
  },
  TEST_MAX_MS,
);

it(
  "grants each instalment once when the scheduler calls both",
  async () => {
    const nextGrantAt = new Date();
    nextGrantAt.setUTCFullYear(nextGrantAt.getUTCFullYear() - 1);
    await createSchedules(app, SCHEDULES, { nextGrantAt, grantsRemaining: INSTALMENTS_DUE });
    const headers = { authorization: `Bearer ${TEST_CRON_SECRET}` };
    let left = SCHEDULES;
    while (left > 0) {
      await toBoth((client) => client.get("/api/cron/subscription-grants?limit=7&catchUp=5", headers));
      left = await app.db.subscriptionCreditSchedule.count();
    }
    const granted = await app.db.creditLedger.count({ where: { reason: "subscription_schedule" } });
    const { differences } = await verifyLedger(app.db);
    console.log(
      `fault: two processes: ${granted} instalments of ${SCHEDULES * INSTALMENTS_DUE}, ${differences.length} differences`,
    );
    expect(granted).toBe(SCHEDULES * INSTALMENTS_DUE);
    expect(differences).toEqual([]);
  },
  TEST_MAX_MS,
);
