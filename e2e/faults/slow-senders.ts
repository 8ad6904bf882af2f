// pnpm test:faults:slow: 1,000 connections that send or read a byte now and then, during normal traffic on the production
// build. Compares the 95th percentile of the traffic with and without them, in alternating rounds.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startDemoStack } from "../../scripts/dev/demo-stack";
import { findFreePorts, startService } from "../../scripts/test/start-service";
import { SlowConnections } from "./slow-connections";

const CONNECTIONS = 1_000;
const ROUNDS = 3;
const ROUND_MS = 10_000;
const TRAFFIC_AT_ONCE = 4;
const RATIO_MAX = 2;
const PATHS = ["/healthz", "/pricing", "/api/auth/session", "/sign-in"];

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-slow-"));
// The database server, which runs as another user when this runs as root, must reach its folder.
chmodSync(dataDir, 0o711);
const [port, sandboxPort, smtpPort] = await findFreePorts(3);
const stack = await startDemoStack({ dataDir, port, sandboxPort, smtpPort });
const service = await startService({ ...stack.env, LOG_LEVEL: "fatal", HEADERS_TIMEOUT_SECONDS: "5" });
const quiet: number[] = [];
const crowded: number[] = [];
let failures = 0;
let cutOff = 0;
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await traffic()));
    const crowd = await SlowConnections.open(port, CONNECTIONS);
    await pause(1_000);
    crowded.push(...(await traffic()));
    cutOff += crowd.disperse();
  }
} finally {
  await service.stop();
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
const [without, withThem] = [percentile(quiet), percentile(crowded)];
const ratio = withThem / without;
console.log(
  `slow senders: ${CONNECTIONS} connections in ${ROUNDS} rounds, ${cutOff} cut off by the server; ${quiet.length} and ${crowded.length} requests, ` +
    `${failures} failed; 95th percentile ${without.toFixed(1)} ms without and ${withThem.toFixed(1)} ms with them, ratio ${ratio.toFixed(2)}`,
);
process.exit(ratio <= RATIO_MAX && failures === 0 ? 0 : 1);

/** Latencies of normal requests in milliseconds. */
async function traffic(): Promise<number[]> {
  const took: number[] = [];
  const end = performance.now() + ROUND_MS;
  const one = async () => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const started = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${PATHS[turn % PATHS.length]}`).catch(() => null);
      await response?.arrayBuffer();
      if (!response?.ok) failures += 1;
      took.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: TRAFFIC_AT_ONCE }, one));
  return took;
}

function percentile(took: number[]): number {
  const sorted = [...took].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? 0;
}
