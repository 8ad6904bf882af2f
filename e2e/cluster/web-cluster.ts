import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "@app/sandbox/testing/fault-tests";
import { createDeps, type Deps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";
import { startDemoStack } from "../../scripts/dev/demo-stack";
import { findFreePort, findFreePorts, type RunningService, startService } from "../../scripts/test/start-service";
import { Traffic, type TrafficOptions } from "../faults/kill-traffic";
import { INSTALMENTS_DUE, seedCustomers, seedDueSchedules } from "../faults/seed-customers";
import { runCronUntilDone, settleAndAudit } from "../faults/settle";
import { referencePicture } from "../tests/reference-picture";
import { type DrillRun, listed } from "./drill";
import { makeFolder, type Program, startProgram, waitUntil, writeConfig } from "./program";

const WEB_PROCESSES = 3;
const READY_MAX_MS = 30_000;
const CHECKED_AFTER_MS = 3_000;
const CUSTOMERS = 20;
const SCHEDULES = 40;
const ATTEMPT_MAX_MS = 60_000;
const ROOT = path.join(import.meta.dirname, "../..");

/** One of the web processes, which keeps its name and port between starts. */
class WebProcess {
  #service: RunningService | null = null;

  constructor(
    readonly name: string,
    readonly env: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    this.#service = await startService(this.env);
  }

  /** SIGTERM, then waits for the end. */
  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = null;
  }

  async kill(): Promise<void> {
    await this.#service?.kill();
    this.#service = null;
  }
}

export interface WebCluster {
  /** The proxy's address. */
  url: string;
  webs: WebProcess[];
  proxy: Program;
  stopWorker: () => Promise<void>;
  deps: Deps;
  providerWebhookSecret: string;
}

export interface WebClusterOptions {
  /** Pause of the chat backend before each chunk. */
  chatPacingMs: number;
  /** Of the services, as DATABASE_URL. A database that is named here is used instead of an embedded one. */
  environment?: Record<string, string>;
}

/** Starts three web processes behind HAProxy, a worker, a database and the sandbox. */
export async function startWebCluster(drill: DrillRun, options: WebClusterOptions): Promise<WebCluster> {
  const folder = makeFolder(drill, "cluster");
  const [port, sandboxPort, smtpPort] = await findFreePorts(3);
  const stack = await startDemoStack({
    dataDir: path.join(folder, "data"),
    port,
    sandboxPort,
    smtpPort,
    environment: options.environment ?? {},
    sandbox: { chatPacingMs: options.chatPacingMs, videoTiming: { queuedMs: 100, runningMs: 400 } },
  });
  drill.onEnd(stack.stop);
  const env: Record<string, string> = {
    ...stack.env,
    LOG_LEVEL: "fatal",
    RATE_LIMITS: "off",
    WORKER: "off",
    TRUSTED_PROXIES: "1",
  };
  const deps = createDeps(readEnv(env));
  drill.onEnd(deps.close);
  const webs: WebProcess[] = [];
  for (let number = 1; number <= WEB_PROCESSES; number += 1) {
    const web = new WebProcess(`web-${number}`, {
      ...env,
      STOP_DELAY_SECONDS: "5",
      PORT: String(await findFreePort()),
    });
    await web.start();
    drill.onEnd(() => web.kill());
    webs.push(web);
  }
  const worker = await startWorkerProcess(drill, env);
  const proxy = await startProxy(drill, folder, port, webs);
  const url = `http://127.0.0.1:${port}`;
  drill.note(`${webs.map(({ name }) => name).join(", ")}, a worker and HAProxy are ready`);
  return {
    url,
    webs,
    proxy,
    stopWorker: () => worker.stop(),
    deps,
    providerWebhookSecret: env["PROVIDER_WEBHOOK_SECRET"] ?? "",
  };
}

async function startWorkerProcess(drill: DrillRun, env: Record<string, string>): Promise<Program> {
  const worker = startProgram(drill, process.execPath, ["--import", "tsx", "apps/web/worker.ts"], {
    cwd: ROOT,
    env: { ...env, LOG_LEVEL: "info" },
  });
  await waitUntil("the worker is ready", READY_MAX_MS, () => worker.output().includes("worker ready"), worker.output);
  return worker;
}

/** deploy/haproxy/haproxy.cfg with the ports of this machine. */
async function startProxy(
  drill: DrillRun,
  folder: string,
  port: number,
  webs: readonly WebProcess[],
): Promise<Program> {
  const addresses = webs.map(({ name, env }) => [`${name}:3000`, `127.0.0.1:${env["PORT"]}`]);
  const config = writeConfig(folder, "haproxy/haproxy.cfg", {
    "bind :8080": `bind 127.0.0.1:${port}`,
    ...Object.fromEntries(addresses),
  });
  const proxy = startProgram(drill, "haproxy", ["-db", "-f", config]);
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil("HAProxy serves the web processes", READY_MAX_MS, isReady, proxy.output);
  // HAProxy takes a server for ready until its first checks have failed.
  await pause(CHECKED_AFTER_MS);
  await waitUntil("HAProxy's checks succeed", READY_MAX_MS, isReady, proxy.output);
  return proxy;
}

/** What the load of a drill was, with the outcome that each caller saw. */
export interface Load {
  traffic: Traffic;
  subscriptionIds: readonly string[];
}

type LoadOptions = Partial<
  Pick<TrafficOptions, "chatsAtOnce" | "attemptMaxMs" | "isUnavailable" | "headers" | "retryPauseMs">
>;

/** Sends purchases with their webhooks, paid requests and cron calls through the proxy while `disturb` runs. */
export async function underLoad(
  cluster: WebCluster,
  options: LoadOptions,
  disturb: (traffic: Traffic) => Promise<void>,
): Promise<Load> {
  const { db } = cluster.deps.service;
  const subscriptionIds = await seedDueSchedules(db, SCHEDULES);
  const picture = await referencePicture();
  const traffic = new Traffic({
    attemptMaxMs: ATTEMPT_MAX_MS,
    ...options,
    url: cluster.url,
    webhookSecret: cluster.providerWebhookSecret,
    cronSecret: cluster.deps.env.CRON_SECRET ?? "",
    pictureUrl: `data:${picture.mimeType};base64,${picture.buffer.toString("base64")}`,
    customers: await seedCustomers(db, CUSTOMERS),
    random: seededRandom(Date.now() % 1_000_000),
  });
  const disturbed = disturb(traffic).finally(() => traffic.stop());
  await Promise.all([traffic.run(), disturbed]);
  return { traffic, subscriptionIds };
}

/** Lets interrupted work finish, then compares all that was answered with the database, and the ledger with itself. */
export async function checkOutcomes(
  drill: DrillRun,
  cluster: WebCluster,
  { traffic, subscriptionIds }: Load,
): Promise<void> {
  drill.note("the load has ended; interrupted work is finished, then compared with every response");
  await runCronUntilDone(cluster.url, cluster.deps.env.CRON_SECRET);
  const faults = await settleAndAudit(cluster.deps, traffic, subscriptionIds);
  const { sales, idempotentRequests, requests } = traffic;
  drill.note(
    `${requests} responses: ${sales.length} payments, ${idempotentRequests.length} paid requests, ` +
      `${subscriptionIds.length * INSTALMENTS_DUE} instalments by cron`,
  );
  const wrong = [...traffic.unexpectedResponses, ...faults.wrong];
  const counted = (found: readonly string[], what: string) =>
    drill.check(found.length === 0, `${found.length} ${what}${found.length > 0 ? `: ${listed(found)}` : ""}`);
  counted(faults.lost, "lost");
  counted(faults.doubled, "doubled");
  counted(faults.open, "left open");
  counted(wrong, "wrong responses");
  counted(faults.differences, "differences of ledger:verify");
}
