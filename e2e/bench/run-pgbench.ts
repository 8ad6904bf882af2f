import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Load, percentile } from "./load";

const THREADS = 2;
const MILLISECONDS_PER_MICROSECOND = 0.001;
/** Of a line of its log: client, transaction number, latency in microseconds, … */
const LATENCY_COLUMN = 2;

/** Whether the limits can be measured here: pgbench comes with PostgreSQL's client tools, and not with npm's binaries. */
export const hasPgbench = () => spawnSync("pgbench", ["--version"]).status === 0;

/** Runs a script of the folder `pgbench` with prepared statements, as fast as it goes. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Load> {
  const folder = mkdtempSync(path.join(tmpdir(), "genmint-pgbench-"));
  const file = path.join(import.meta.dirname, "pgbench", `${script}.sql`);
  const load = ["-c", String(clients), "-j", String(Math.min(THREADS, clients)), "-T", String(seconds)];
  const log = ["-l", `--log-prefix=${path.join(folder, "log")}`];
  try {
    await promisify(execFile)("pgbench", ["-n", "-M", "prepared", "-f", file, ...load, ...log, databaseUrl]);
    const latencies = readdirSync(folder)
      .flatMap((name) => readFileSync(path.join(folder, name), "utf8").trim().split("\n"))
      .map((line) => Number(line.split(" ")[LATENCY_COLUMN]) * MILLISECONDS_PER_MICROSECOND)
      .sort((a, b) => a - b);
    return {
      perSecond: latencies.length / seconds,
      p50Ms: percentile(latencies, 0.5),
      p99Ms: percentile(latencies, 0.99),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
