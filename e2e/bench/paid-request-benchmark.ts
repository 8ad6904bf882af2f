import path from "node:path";
import { withConnection } from "@app/db/client/manage-databases";
import { findFreePorts } from "../../scripts/test/start-service";
import type { BenchServer } from "./bench-database";
import { atLeast, type Benchmark, compared } from "./benchmark";
import { seedSessions } from "./fixtures";
import { startInstantBackend } from "./instant-backends";
import { applyLoad, interleave, runPgbench, scaledSeconds } from "./load";
import { cpuMsOf, MeasuredProcess } from "./measured-process";
import { PostConnections } from "./post-connections";
import { startWebProcess } from "./web-process";

const ROUNDS = 3;
const CONNECTIONS = 32;
/** So many that each has only a few videos running at once, as real users have. */
const SIGNED_IN = 20_000;
const WARM_UP_SECONDS = scaledSeconds(5);
const LOAD = { clients: CONNECTIONS, seconds: scaledSeconds(8) };
const OK = 200;
const NAIVE_SERVER = path.join(import.meta.dirname, "naive/server.ts");
const BODY = JSON.stringify({ prompt: "A boat at sunset", duration: 5, resolution: "720p", watermark: false });

/**
 * A paid request over HTTP with the rate limits on: session, limits, validation, history row, charge, a generation backend that responds
 * at once, task and job. Next to it the same request as an interactive Prisma transaction (naive), without limits and job.
 */
export const paidRequestBenchmark = (server: BenchServer): Benchmark => ({
  name: "paid-request",
  run: async () => {
    const url = await server.createDatabase("paid_request");
    const cookies = await seedSessions(url, SIGNED_IN);
    const backend = await startInstantBackend();
    const service = await startWebProcess(url, {
      RATE_LIMITS: "on",
      AI_BASE_URL: backend.url,
      AI_API_KEY: "bench-key",
      RATE_LIMIT_GENERATION: "1000000/1m",
    });
    const [naivePort] = await findFreePorts(3);
    const naive = await MeasuredProcess.start(NAIVE_SERVER, {
      PORT: String(naivePort),
      DATABASE_URL: url,
      AI_BASE_URL: backend.url,
    });
    const connections = new PostConnections(service.url);
    const naiveConnections = new PostConnections(`http://127.0.0.1:${naivePort}`);
    let sent = 0;
    let naivelySent = 0;
    const send = () => generate(connections, cookies[sent++ % cookies.length] ?? "");
    const sendNaively = () => generate(naiveConnections, cookies[naivelySent++ % cookies.length] ?? "");
    try {
      await applyLoad({ ...LOAD, seconds: WARM_UP_SECONDS }, send);
      await applyLoad({ ...LOAD, seconds: WARM_UP_SECONDS }, sendNaively);
      // As autovacuum would within a minute: the first query plans were made for empty tables.
      await withConnection(url, (client) => client.query("VACUUM ANALYZE"));
      const cpuBefore = cpuMsOf(service.pid);
      const sentBefore = sent;
      const found = await interleave(ROUNDS, {
        limit: () => runPgbench(url, "spend-two-statements", LOAD),
        paid: () => applyLoad(LOAD, send),
        naive: () => applyLoad(LOAD, sendNaively),
      });
      const cpuMs = (cpuMsOf(service.pid) - cpuBefore) / (sent - sentBefore);
      console.log(
        `paid-request: ${cpuMs.toFixed(2)} ms of the process's CPU a request, 99th percentile ${found.paid.p99Ms.toFixed(1)} ms`,
      );
      const against = { limit: found.limit.perSecond, unit: "/s" };
      return [
        atLeast(0.4, {
          what: "paid requests over HTTP, 32 connections, against pgbench's two statements",
          measured: found.paid.perSecond,
          ...against,
        }),
        compared({
          what: "naive: the same request in an interactive transaction",
          measured: found.naive.perSecond,
          ...against,
        }),
      ];
    } finally {
      connections.close();
      naiveConnections.close();
      await naive.stop();
      await service.stop();
      backend.stop();
    }
  },
});

async function generate(connections: PostConnections, cookie: string): Promise<void> {
  const headers = { cookie, "content-type": "application/json" };
  const status = await connections.send({ path: "/api/video/generate", headers, body: BODY });
  if (status !== OK) throw new Error(`A paid request got status ${status}`);
}
