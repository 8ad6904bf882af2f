// pnpm bench [name …]: runs the benchmarks and prints one table, each figure next to a reference measured in the same run. Starts its own
// PostgreSQL with fsync and synchronous_commit on. BENCH_SCALE below 1 shortens the runs, to try a benchmark out.
import os from "node:os";
import { startBenchServer } from "./bench-database";
import { type Finding, notMeasured, tableOf } from "./benchmark";
import { BENCHMARKS } from "./benchmarks";
import { hasPgbench } from "./load";

const chosen = process.argv.slice(2);
const server = await startBenchServer();
const benchmarks = BENCHMARKS.map((benchmark) => benchmark(server));
const findings: Finding[] = [];
try {
  const unknown = chosen.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) throw new Error(`No benchmark is called ${unknown.join(", ")}`);
  for (const benchmark of benchmarks.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    const results = hasPgbench() ? await benchmark.run() : [notMeasured(benchmark.name, "pgbench is not installed")];
    console.log(`${benchmark.name}\n${tableOf(results)}\n`);
    findings.push(...results);
    await server.dropDatabases();
  }
} finally {
  await server.stop();
}
const [cpu] = os.cpus();
console.log(`${new Date().toISOString().slice(0, 10)}, ${os.cpus().length} × ${cpu?.model}, Node ${process.version}`);
console.log(tableOf(findings));
process.exit(findings.every(({ missedBy }) => missedBy === null || missedBy === 0) ? 0 : 1);
