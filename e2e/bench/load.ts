import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** Result of repeating one operation. */
export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** Repeats `once` with `clients` at a time for `seconds`. The first failure ends it. */
export async function applyLoad(
  { clients, seconds }: { clients: number; seconds: number },
  once: (client: number) => Promise<unknown>,
): Promise<Load> {
  const started = performance.now();
  const end = started + seconds * 1000;
  const latencies: number[] = [];
  const run = async (client: number) => {
    for (let begun = performance.now(); begun < end; begun = performance.now()) {
      await once(client);
      latencies.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  const took = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return {
    perSecond: latencies.length / took,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}

/** Of values in ascending order; NaN without values. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/**
 * Measures several operations in turn, round after round, so that other load on the machine affects all alike.
 * @returns per operation the medians of its rounds
 */
export async function interleave<Name extends string>(
  rounds: number,
  measured: Readonly<Record<Name, () => Promise<Load>>>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(measured) as Name[];
  const loads = new Map<Name, Load[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) loads.get(name)?.push(await measured[name]());
  const middle = (name: Name, figure: keyof Load) => median((loads.get(name) ?? []).map((load) => load[figure]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      { perSecond: middle(name, "perSecond"), p50Ms: middle(name, "p50Ms"), p99Ms: middle(name, "p99Ms") },
    ]),
  ) as Record<Name, Load>;
}

const THREADS = 2;
const MILLISECONDS_PER_MICROSECOND = 0.001;
/** Column of pgbench's log: client, transaction number, latency in microseconds, … */
const LATENCY_COLUMN = 2;

/** Whether pgbench is installed. It comes with PostgreSQL's client tools, not with the npm binaries. */
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

/** Fraction of the full run length: 1 for valid figures. */
const SCALE = Number(process.env["BENCH_SCALE"] || 1);

/** Scaled length of a run of `full` seconds. */
export const scaledSeconds = (full: number) => Math.max(1, Math.round(full * SCALE));

/** Scaled number of `full` repetitions. */
export const scaledCount = (full: number) => Math.max(1, Math.round(full * SCALE));
