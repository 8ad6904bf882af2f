// pnpm test:faults:kill: kills the production build with SIGKILL again and again while senders retry, then lets
// the background work finish and audits the ledger. Options: --kills <number>, --seed <number>.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { faultScale, type SeededRandom, seededRandom } from "@app/sandbox/testing/fault-tests";
import { createDeps, type Deps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import { type DemoStack, startDemoStack } from "../../scripts/dev/demo-stack";
import { findFreePorts, type RunningService, startService } from "../../scripts/test/start-service";
import { referencePicture } from "../tests/reference-picture";
import { Traffic } from "./kill-traffic";
import { INSTALMENTS_DUE, seedCustomers, seedDueSchedules } from "./seed-customers";
import { runCronUntilDone, settleAndAudit } from "./settle";

/** A server lives for up to this many responses and a little longer, so that slow machines too kill it at work. */
const RESPONSES_MAX = 20;
const LAST_WORK_MAX_MS = 100;
const LIFE_MAX_MS = 5_000;
const LOOK_INTERVAL_MS = 5;
const CUSTOMERS = 20;
const SCHEDULES_PER_KILL = 2;
const FAULTS_SHOWN_MAX = 10;
/** A file that is to be copied again after the last kill must still be there. */
const SANDBOX = { chatPacingMs: 5, videoTiming: { queuedMs: 100, runningMs: 400 }, filesMax: 5_000 };

const { values } = parseArgs({ options: { kills: { type: "string" }, seed: { type: "string" } } });
const kills = Number(values.kills ?? faultScale({ short: 5, long: 200 }));
const seed = Number(values.seed ?? Date.now() % 1_000_000);

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-kill-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort, sandbox: SANDBOX });
const env = { ...stack.env, LOG_LEVEL: "fatal", RATE_LIMITS: "off" };
const deps = createDeps(readEnv(env));
let clean = false;
try {
  clean = await run(stack, deps, env);
} finally {
  await deps.close();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(clean ? 0 : 1);

async function run(stack: DemoStack, deps: Deps, env: Record<string, string>): Promise<boolean> {
  const { db } = deps.service;
  const random = seededRandom(seed);
  const customers = await seedCustomers(db, CUSTOMERS);
  const subscriptionIds = await seedDueSchedules(db, Math.max(SCHEDULES_PER_KILL * kills, 1));
  const picture = await referencePicture();
  const traffic = new Traffic({
    url: `http://127.0.0.1:${port}`,
    webhookSecret: stack.env["PROVIDER_WEBHOOK_SECRET"] ?? "",
    cronSecret: stack.env["CRON_SECRET"] ?? "",
    pictureUrl: `data:${picture.mimeType};base64,${picture.buffer.toString("base64")}`,
    customers,
    random,
  });
  const startedAt = performance.now();
  let service = await startService(env);
  try {
    const traffickers = traffic.run();
    service = await killRepeatedly(service, env, traffic, random);
    traffic.stop();
    await traffickers;
    await runCronUntilDone(`http://127.0.0.1:${port}`, deps.env.CRON_SECRET);
  } finally {
    await service.stop();
  }
  const unanswered = traffic.idempotentRequests.filter((request) => request.status === null).length;
  const faults = await settleAndAudit(deps, traffic, subscriptionIds);
  const { lost, doubled, open, differences } = faults;
  const wrong = [...traffic.unexpectedResponses, ...faults.wrong];
  const found = [...lost, ...doubled, ...open, ...differences, ...wrong];
  for (const fault of found.slice(0, FAULTS_SHOWN_MAX)) console.log(`  ${fault}`);
  console.log(
    `fault: kill: ${kills} kills, ${traffic.requests} requests (${traffic.sales.length} payments, ${traffic.idempotentRequests.length} paid requests, ` +
      `${unanswered} of them broken off, ${subscriptionIds.length * INSTALMENTS_DUE} instalments), ${lost.length} lost, ${doubled.length} doubled, ` +
      `${open.length} open, ${differences.length} differences, ${wrong.length} wrong responses; ` +
      `seed ${seed}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  return found.length === 0;
}

async function killRepeatedly(
  first: RunningService,
  env: Record<string, string>,
  traffic: Traffic,
  random: SeededRandom,
): Promise<RunningService> {
  let service = first;
  for (let killed = 0; killed < kills; killed += 1) {
    const lastRequest = traffic.requests + random.integer(RESPONSES_MAX);
    const killAt = Date.now() + LIFE_MAX_MS;
    while (traffic.requests < lastRequest && Date.now() < killAt) await pause(LOOK_INTERVAL_MS);
    await pause(random.integer(LAST_WORK_MAX_MS));
    await service.kill();
    service = await startService(env);
  }
  return service;
}
