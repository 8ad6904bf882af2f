// pnpm test:cluster [drill …]: breaks a cluster of real programs on this machine, and checks what must hold meanwhile and afterwards.
// A drill whose programs are not installed is skipped.
import { setTimeout as pause } from "node:timers/promises";
import { type Drill, DrillRun, seconds } from "./drill";
import { failover } from "./failover";
import { killWeb } from "./kill-web";
import { run as migrateInUse } from "./migration";
import { pgbouncer } from "./pgbouncer";
import { restore } from "./restore";
import { rollingRestart } from "./rolling-restart";

const MIGRATION_MAX_MS = 300_000;

const migration: Drill = {
  name: "migration",
  promise: "no request fails or takes longer than a second while a full database is migrated",
  missing: () => [],
  maxMs: MIGRATION_MAX_MS,
  run: async (drill) => drill.check(await migrateInUse(), "the database was migrated in use"),
};

const DRILLS: readonly Drill[] = [killWeb, rollingRestart, restore, failover, pgbouncer, migration];
const END_MAX_MS = 60_000;
const PROGRAMS_MAX = 50;

// Ends what the drills have started: each registers it for the exit of this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
// One listener a program.
process.setMaxListeners(PROGRAMS_MAX);

const names = process.argv.slice(2);
const unknown = names.filter((name) => !DRILLS.some((drill) => drill.name === name));
if (unknown.length > 0) {
  console.log(`No such drill: ${unknown.join(", ")}. There are: ${DRILLS.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}
const chosen = DRILLS.filter(({ name }) => names.length === 0 || names.includes(name));
const results: Result[] = [];
for (const drill of chosen) results.push(await perform(drill));
const count = (result: Result) => results.filter((each) => each === result).length;
console.log(`cluster: ${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`);
process.exit(count("failed") === 0 ? 0 : 1);

type Result = "passed" | "failed" | "skipped";

async function perform({ name, promise, missing, maxMs, run }: Drill): Promise<Result> {
  console.log(`${name}: ${promise}`);
  const lacks = missing();
  if (lacks.length > 0) {
    console.log(`- ${name} skipped: not installed here: ${lacks.join(", ")}`);
    return "skipped";
  }
  const drill = new DrillRun();
  const startedAt = performance.now();
  const timer = new AbortController();
  try {
    await Promise.race([run(drill), failAfter(maxMs, timer.signal)]);
  } catch (error) {
    drill.check(false, error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    timer.abort();
    await Promise.race([drill.end(), pause(END_MAX_MS, undefined, { ref: false })]);
  }
  const passed = drill.failures.length === 0;
  console.log(`${passed ? "✓" : "✗"} ${name} (${seconds(performance.now() - startedAt)})`);
  return passed ? "passed" : "failed";
}

/** Rejects after `maxMs`, unless `signal` is aborted first. */
function failAfter(maxMs: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not finished within ${seconds(maxMs)}`)), maxMs);
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}
