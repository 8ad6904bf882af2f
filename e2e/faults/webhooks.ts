// pnpm test:faults:webhooks: sends events to endpoints that fail half of the requests, and kills the worker with SIGKILL again and again.
// Every event must be delivered at least once. Options: --events <number>, --kills <number>, --seed <number>.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { migrateDatabase } from "@app/db/cli/migrate-database";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import { faultScale, seededRandom } from "@app/sandbox/testing/fault-tests";
import { type FaultyReceiver, startFaultyReceiver } from "@app/sandbox/testing/faulty-receiver";
import type { ServiceContext } from "@app/services/context";
import { releaseAbandonedJobs } from "@app/services/platform/worker-liveness";
import { queueOverdueDeliveries } from "@app/services/webhooks/maintain";
import { publishEvents } from "@app/services/webhooks/publish";
import { createEndpointSecret } from "@app/services/webhooks/secrets";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";

const ENDPOINTS = 20;
const EVENTS_AT_ONCE = 50;
const LOOK_INTERVAL_MS = 200;
const DONE_WITHIN_MS = 20 * 60_000;
/** Later than a dead worker's jobs are taken for abandoned. Maintenance does the same within a minute and a half. */
const AHEAD_MS = 2 * 60_000;

const { values } = parseArgs({
  options: { events: { type: "string" }, kills: { type: "string" }, seed: { type: "string" } },
});
const events = Number(values.events ?? faultScale({ short: 1_000, long: 10_000 }));
const kills = Number(values.kills ?? faultScale({ short: 2, long: 5 }));
const seed = Number(values.seed ?? Date.now() % 1_000_000);

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-webhooks-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
await migrateDatabase(postgres.url);
const env = { DATABASE_URL: postgres.url, AUTH_SECRET: "only-for-this-drill-0123456789abcdef", LOG_LEVEL: "fatal" };
const deps = createDeps(readEnv(env));
const receiver = await startFaultyReceiver(seededRandom(seed), (body) => JSON.parse(body).data.balance);
let isClean = false;
try {
  isClean = await run(deps.service, receiver);
} finally {
  await receiver.stop();
  await deps.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isClean ? 0 : 1);

async function run(service: ServiceContext, receiver: FaultyReceiver): Promise<boolean> {
  const userIds = await createEndpoints(service, receiver);
  const startedAt = performance.now();
  let worker = await startWorkerProcess(receiver);
  const feeding = publishAll(service, userIds);
  const giveUpAt = Date.now() + DONE_WITHIN_MS;
  let killed = 0;
  for (;;) {
    const delivered = await service.db.webhookDelivery.count({ where: { status: "delivered" } });
    if (delivered === events) break;
    if (Date.now() > giveUpAt) throw new Error(`${delivered} of ${events} events were delivered in time`);
    if (killed < kills && delivered >= ((killed + 1) * events) / (kills + 1)) {
      killed += 1;
      await kill(worker);
      worker = await startWorkerProcess(receiver);
      const ahead = { ...service, now: () => new Date(Date.now() + AHEAD_MS) };
      await releaseAbandonedJobs(ahead);
      await queueOverdueDeliveries(ahead);
    }
    await pause(LOOK_INTERVAL_MS);
  }
  await feeding;
  const seconds = (performance.now() - startedAt) / 1000;
  await kill(worker);
  return report(service, receiver, { seconds, killed });
}

async function createEndpoints(service: ServiceContext, receiver: FaultyReceiver): Promise<string[]> {
  const userIds = Array.from({ length: ENDPOINTS }, (_, index) => `user-${index}`);
  for (const [index, userId] of userIds.entries()) {
    await service.db.user.create({ data: { id: userId, email: `${userId}@example.com` } });
    const id = `endpoint-${index}`;
    const sealedSecret = createEndpointSecret(service, id).sealed;
    const data = { id, userId, url: receiver.urlOf(index), events: ["credits.low"], sealedSecret };
    await service.db.webhookEndpoint.create({ data });
  }
  return userIds;
}

/** Publishes the events in transactions of 50, in order. The balance is the event's number. */
async function publishAll({ db }: ServiceContext, userIds: readonly string[]): Promise<void> {
  for (let first = 0; first < events; first += EVENTS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(EVENTS_AT_ONCE, events - first) }, (_, index) => first + index);
    await publishEvents(
      db,
      numbers.map((number) => ({
        userId: userIds[number % userIds.length] ?? "",
        type: "credits.low",
        at: new Date(),
        data: { balance: number, threshold: events },
      })),
    );
  }
}

async function startWorkerProcess({ host }: FaultyReceiver): Promise<ChildProcess> {
  const child = fork(path.join(import.meta.dirname, "webhook-worker.ts"), [host], {
    env: { ...process.env, ...env },
    execArgv: process.execArgv,
  });
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.once("exit", () => process.off("exit", killAtExit));
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (message !== "ready") throw new Error("The worker did not start");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function report(
  { db }: ServiceContext,
  receiver: FaultyReceiver,
  { seconds, killed }: { seconds: number; killed: number },
): Promise<boolean> {
  const deliveries = await db.webhookDelivery.findMany({ select: { id: true, status: true } });
  const lost = deliveries.filter(({ id, status }) => status !== "delivered" || !receiver.accepted.has(id));
  const duplicates = [...receiver.accepted.values()].reduce((sum, times) => sum + times - 1, 0);
  const attempts = await db.webhookAttempt.count();
  console.log(
    `fault: webhooks: ${events} events to ${ENDPOINTS} endpoints, ${killed} kills, ${receiver.requests()} requests (${attempts} logged), ` +
      `${deliveries.length - lost.length} delivered, ${lost.length} lost, ${duplicates} duplicates, ` +
      `${(receiver.shareInOrder() * 100).toFixed(2)} % of first attempts in order; ` +
      `${(events / seconds).toFixed(0)} deliveries/s, seed ${seed}, ${seconds.toFixed(0)} s`,
  );
  return lost.length === 0 && deliveries.length === events;
}
