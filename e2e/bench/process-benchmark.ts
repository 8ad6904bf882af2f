import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDb } from "@app/db/client";
import { freePorts } from "../../scripts/free-ports";
import { memoryOf } from "../faults/process-memory";
import type { BenchServer } from "./bench-database";
import { atMost, type Benchmark, type Finding, within } from "./benchmark";
import { startInstantChat } from "./instant-chat";
import { median } from "./load";
import { MixedRequests } from "./mixed-requests";
import { scaledCount } from "./scale";
import { seedPerson } from "./seed-person";
import { startWebProcess, webEnvironment } from "./web-process";

const ROOT = path.join(import.meta.dirname, "../..");
const BARE_SERVER = path.join(ROOT, "apps/web/test/bare-server.mjs");
const SERVE = path.join(ROOT, "scripts/serve.mjs");
const ROUNDS = 5;
const READY_MAX_MS = 1_500;
const READY_WAIT_MAX_MS = 30_000;
const LOOK_INTERVAL_MS = 10;
const SETTLE_MS = 3_000;
const MEMORY_RATIO_MAX = 1.5;
const REQUESTS = scaledCount(100_000);
const PEOPLE = 20;
const REQUESTS_AT_ONCE = 8;
/** Memory is looked at this often over the second half of the requests. */
const LOOKS = 10;
/** What a heap's own coming and going may look like. */
const GROWTH_RATIO_MAX = 1.05;
const BYTES_PER_MB = 1_000_000;

/** A process from its start to its hundred thousandth request. */
export const processBenchmark = (server: BenchServer): Benchmark => ({
  name: "process",
  run: async () => {
    const databaseUrl = await server.createDatabase("process");
    const started: Started[] = [];
    const bare: Started[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await startOnce(BARE_SERVER, databaseUrl));
      started.push(await startOnce(SERVE, databaseUrl));
    }
    const readyMs = median(started.map((each) => each.readyMs));
    const memory = (of: Started[]) => median(of.map((each) => each.idleBytes)) / BYTES_PER_MB;
    return [
      {
        ...within(READY_MAX_MS, { what: "pnpm serve, to its first answer", measured: readyMs, unit: "ms" }),
        limit: `${Math.round(median(bare.map((each) => each.readyMs)))} ms, the bare server`,
      },
      atMost(MEMORY_RATIO_MAX, {
        what: "resident memory, idle, against a bare Remix server",
        measured: memory(started),
        limit: memory(bare),
        unit: "MB",
      }),
      await measureGrowth(databaseUrl),
    ];
  },
});

interface Started {
  readyMs: number;
  idleBytes: number;
}

async function startOnce(script: string, databaseUrl: string): Promise<Started> {
  const [port] = await freePorts(3);
  const own = { ...webEnvironment(databaseUrl, port), WORKER: "inline" };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...own, NODE_ENV: "production" },
    stdio: "ignore",
    cwd: ROOT,
  });
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/healthz`, startedAt);
    const readyMs = performance.now() - startedAt;
    await pause(SETTLE_MS);
    return { readyMs, idleBytes: memoryOf(child.pid ?? 0) };
  } finally {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

async function waitUntilReady(url: string, startedAt: number): Promise<void> {
  const isThere = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isThere())) {
    if (performance.now() - startedAt > READY_WAIT_MAX_MS) throw new Error("The server did not start");
    await pause(LOOK_INTERVAL_MS);
  }
}

/** Resident memory towards the end of many mixed requests, against that at their half. */
async function measureGrowth(databaseUrl: string): Promise<Finding> {
  const db = createDb(databaseUrl);
  const chat = await startInstantChat();
  const web = await startWebProcess(databaseUrl, chat.env);
  try {
    const people = [];
    for (let person = 0; person < PEOPLE; person += 1) people.push(await seedPerson(db));
    const mixed = new MixedRequests(people);
    const looks: number[] = [];
    for (let part = 0; part < 2 * LOOKS; part += 1) {
      const end = ((part + 1) * REQUESTS) / (2 * LOOKS);
      const sendOn = async () => {
        while (mixed.requests < end) await mixed.send(web.url);
      };
      await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sendOn));
      if (part >= LOOKS) looks.push(memoryOf(web.pid) / BYTES_PER_MB);
    }
    return atMost(GROWTH_RATIO_MAX, {
      what: `resident memory over the last half of ${REQUESTS.toLocaleString("en")} mixed requests: its end against its beginning`,
      measured: median(looks.slice(-LOOKS / 2)),
      limit: median(looks.slice(0, LOOKS / 2)),
      unit: "MB",
    });
  } finally {
    await web.stop();
    chat.stop();
    await db.$disconnect();
  }
}
