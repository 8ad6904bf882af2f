import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createDb } from "@app/db/client/db";
import { findFreePorts, WEB_BUILD } from "../../scripts/test/start-service";
import type { BenchServer } from "./bench-database";
import { atMost, type Benchmark, type Finding, within } from "./benchmark";
import { seedActiveUser } from "./fixtures";
import { startInstantChat } from "./instant-backends";
import { median, scaledCount } from "./load";
import { MeasuredProcess, residentMemoryOf } from "./measured-process";
import { MixedRequests } from "./mixed-requests";
import { type ReadyProcess, startUntilReady, webEnvironment } from "./web-process";

const ROOT = path.join(import.meta.dirname, "../..");
const BARE_SERVER = path.join(ROOT, "apps/web/test/bare-server.mjs");
const SERVE = path.join(ROOT, "apps/web/serve.mjs");
const ROUNDS = 5;
const READY_MAX_MS = 1_500;
/** Longer than a minute: by then the memory of the start is released and the maintenance has run once. */
const IDLE_MS = 75_000;
const IDLE_PROCESSES = 3;
const IDLE_MEMORY_MAX_MB = 220;
const REQUESTS = scaledCount(100_000);
const USERS = 20;
const REQUESTS_AT_ONCE = 8;
/** Measurements of memory in the second half of the requests. */
const MEASUREMENTS = 10;
/** Allows for the heap's own variation. */
const GROWTH_RATIO_MAX = 1.05;
const BYTES_PER_MB = 1_000_000;

/** A process from its start to its hundred thousandth request. */
export const processBenchmark = (server: BenchServer): Benchmark => ({
  name: "process",
  run: async () => {
    const databaseUrl = await server.createDatabase("process");
    const readyMs = { bare: [] as number[], serve: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      readyMs.bare.push(await measureStart(BARE_SERVER, databaseUrl));
      readyMs.serve.push(await measureStart(SERVE, databaseUrl));
    }
    const idle = await measureIdle(server);
    return [
      {
        ...within(READY_MAX_MS, {
          what: "pnpm serve, until its first response",
          measured: median(readyMs.serve),
          unit: "ms",
        }),
        limit: `${Math.round(median(readyMs.bare))} ms, the bare server`,
      },
      {
        ...within(IDLE_MEMORY_MAX_MB, {
          what: `resident memory, idle for ${IDLE_MS / 1_000} s, background work included`,
          measured: idle.serveBytes / BYTES_PER_MB,
          unit: "MB",
        }),
        limit: `${Math.round(idle.bareBytes / BYTES_PER_MB)} MB, a bare Remix server`,
      },
      await measureGrowth(databaseUrl),
    ];
  },
});

/** Milliseconds from the start of a process to its first response. */
async function measureStart(script: string, databaseUrl: string): Promise<number> {
  const { readyMs, stop } = await startUntilReady(script, databaseUrl);
  await stop();
  return readyMs;
}

/** Resident memory of idle processes: the median of several, each with a database of its own. */
async function measureIdle(server: BenchServer): Promise<{ bareBytes: number; serveBytes: number }> {
  const started: (ReadyProcess & { script: string })[] = [];
  try {
    for (let number = 1; number <= IDLE_PROCESSES; number += 1) {
      const databaseUrl = await server.createDatabase(`idle_${number}`);
      for (const script of [BARE_SERVER, SERVE])
        started.push({ script, ...(await startUntilReady(script, databaseUrl)) });
    }
    await pause(IDLE_MS);
    const bytesOf = (wanted: string) =>
      median(started.filter(({ script }) => script === wanted).map(({ pid }) => residentMemoryOf(pid)));
    return { bareBytes: bytesOf(BARE_SERVER), serveBytes: bytesOf(SERVE) };
  } finally {
    for (const { stop } of started) await stop();
  }
}

/**
 * Resident memory at the end of many mixed requests, against that at half of them. Each measurement follows garbage collections,
 * because uncollected memory varies by a tenth.
 */
async function measureGrowth(databaseUrl: string): Promise<Finding> {
  const db = createDb(databaseUrl);
  const chat = await startInstantChat();
  const [port] = await findFreePorts(3);
  const web = await MeasuredProcess.start(WEB_BUILD, { ...webEnvironment(databaseUrl, port), ...chat.env });
  try {
    const users = [];
    for (let count = 0; count < USERS; count += 1) users.push(await seedActiveUser(db));
    const mixed = new MixedRequests(users);
    const megabytes: number[] = [];
    for (let part = 0; part < 2 * MEASUREMENTS; part += 1) {
      const end = ((part + 1) * REQUESTS) / (2 * MEASUREMENTS);
      const sendOn = async () => {
        while (mixed.requests < end) await mixed.send(`http://127.0.0.1:${port}`);
      };
      await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sendOn));
      if (part >= MEASUREMENTS) megabytes.push((await web.residentBytes()) / BYTES_PER_MB);
    }
    return atMost(GROWTH_RATIO_MAX, {
      what: `resident memory over the last half of ${REQUESTS.toLocaleString("en")} mixed requests: its end against its beginning`,
      measured: median(megabytes.slice(-MEASUREMENTS / 2)),
      limit: median(megabytes.slice(0, MEASUREMENTS / 2)),
      unit: "MB",
    });
  } finally {
    await web.stop();
    chat.stop();
    await db.$disconnect();
  }
}
