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
const SERVE = path.join(ROOT, "scripts/ops/serve.mjs");
const ROUNDS = 5;
const READY_MAX_MS = 1_500;
/** Longer than a minute: by then what the start needed is given back, and the background work has run once. */
const IDLE_MS = 75_000;
const IDLE_PROCESSES = 3;
const MEMORY_RATIO_MAX = 1.5;
const REQUESTS = scaledCount(100_000);
const PEOPLE = 20;
const REQUESTS_AT_ONCE = 8;
/** Memory is looked at this often over the second half of the requests. */
const LOOKS = 10;
/** What is left of a heap's own coming and going. */
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
          what: "pnpm serve, to its first answer",
          measured: median(readyMs.serve),
          unit: "ms",
        }),
        limit: `${Math.round(median(readyMs.bare))} ms, the bare server`,
      },
      atMost(MEMORY_RATIO_MAX, {
        what: `resident memory, idle for ${IDLE_MS / 1_000} s, background work included, against a bare Remix server`,
        measured: idle.serveBytes / BYTES_PER_MB,
        limit: idle.bareBytes / BYTES_PER_MB,
        unit: "MB",
      }),
      await measureGrowth(databaseUrl),
    ];
  },
});

/** How long a process takes from its start to its first answer. */
async function measureStart(script: string, databaseUrl: string): Promise<number> {
  const { readyMs, stop } = await startUntilReady(script, databaseUrl);
  await stop();
  return readyMs;
}

/** What a bare server and the service hold when nobody asks them for anything: of several, each with a database of its own, the median. */
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
 * Resident memory towards the end of many mixed requests, against that at their half. Each look is after garbage collections: what V8
 * leaves uncollected comes and goes by a tenth.
 */
async function measureGrowth(databaseUrl: string): Promise<Finding> {
  const db = createDb(databaseUrl);
  const chat = await startInstantChat();
  const [port] = await findFreePorts(3);
  const web = await MeasuredProcess.start(WEB_BUILD, { ...webEnvironment(databaseUrl, port), ...chat.env });
  try {
    const people = [];
    for (let person = 0; person < PEOPLE; person += 1) people.push(await seedActiveUser(db));
    const mixed = new MixedRequests(people);
    const looks: number[] = [];
    for (let part = 0; part < 2 * LOOKS; part += 1) {
      const end = ((part + 1) * REQUESTS) / (2 * LOOKS);
      const sendOn = async () => {
        while (mixed.requests < end) await mixed.send(`http://127.0.0.1:${port}`);
      };
      await Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, sendOn));
      if (part >= LOOKS) looks.push((await web.residentBytes()) / BYTES_PER_MB);
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
