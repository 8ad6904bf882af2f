import { withConnection } from "@app/db/client/manage-databases";
import type { BenchServer } from "./bench-database";
import { atLeast, type Benchmark } from "./benchmark";
import { seedSessions } from "./fixtures";
import { startInstantBackend } from "./instant-backends";
import { applyLoad, interleave, runPgbench, scaledSeconds } from "./load";
import { cpuMsOf } from "./measured-process";
import { PostConnections } from "./post-connections";
import { startWebProcess } from "./web-process";

const ROUNDS = 3;
const CONNECTIONS = 32;
/** So many that none has more than a few videos running at once, as people have: all of them are one row. */
const SIGNED_IN = 20_000;
const WARM_UP_SECONDS = scaledSeconds(5);
const LOAD = { clients: CONNECTIONS, seconds: scaledSeconds(8) };
const OK = 200;
const BODY = JSON.stringify({ prompt: "A boat at sunset", duration: 5, resolution: "720p", watermark: false });

/**
 * A paid request over HTTP: session from the database, limits, validation, history row, charge, the backend that is there at once, task
 * and job noted, answer; the limits are on.
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
    const connections = new PostConnections(service.url);
    let sent = 0;
    const send = () => generate(connections, cookies[sent++ % cookies.length] ?? "");
    try {
      await applyLoad({ ...LOAD, seconds: WARM_UP_SECONDS }, send);
      // As autovacuum would within the minute: the first plans are made for empty tables.
      await withConnection(url, (client) => client.query("VACUUM ANALYZE"));
      const cpuBefore = cpuMsOf(service.pid);
      const sentBefore = sent;
      const found = await interleave(ROUNDS, {
        limit: () => runPgbench(url, "spend-two-statements", LOAD),
        paid: () => applyLoad(LOAD, send),
      });
      const cpuMs = (cpuMsOf(service.pid) - cpuBefore) / (sent - sentBefore);
      console.log(
        `paid-request: ${cpuMs.toFixed(2)} ms of the process's CPU a request, 99th percentile ${found.paid.p99Ms.toFixed(1)} ms`,
      );
      const compared = { measured: found.paid.perSecond, limit: found.limit.perSecond, unit: "/s" };
      return [
        atLeast(0.5, {
          what: "paid requests over HTTP, 32 connections, against pgbench's two statements",
          ...compared,
        }),
      ];
    } finally {
      connections.close();
      await service.stop();
      backend.stop();
    }
  },
});

async function generate(connections: PostConnections, cookie: string): Promise<void> {
  const headers = { cookie, "content-type": "application/json" };
  const status = await connections.send({ path: "/api/video/generate", headers, body: BODY });
  if (status !== OK) throw new Error(`A paid request was answered with ${status}`);
}
