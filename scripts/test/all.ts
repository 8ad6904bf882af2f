// npm test: everything CI checks, on a machine with only Node and npm.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BUILD, GENERATE, runStep, runSteps, STATIC_CHECKS, type StepResult } from "../dev/steps";

const AT_ONCE = 2;
const reports = mkdtempSync(path.join(tmpdir(), "genmint-report-"));
const unitReport = path.join(reports, "vitest.json");
const browserReport = path.join(reports, "playwright.json");

const startedAt = performance.now();
const results = await runAll();
const counts = [
  readCounts(unitReport, (r) => [r.numPassedTests, r.numFailedTests]),
  readCounts(browserReport, (r) => [r.stats.expected, r.stats.unexpected + r.stats.flaky]),
];
rmSync(reports, { recursive: true, force: true });

const failedSteps = results.filter((result) => !result.ok);
for (const { name } of failedSteps) console.log(`failed: ${name}`);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
const sum = (index: 0 | 1) => counts.reduce((total, count) => total + count[index], 0);
console.log(`${sum(0)} passed, ${Math.max(sum(1), failedSteps.length)} failed`);
process.exit(failedSteps.length === 0 ? 0 : 1);

async function runAll(): Promise<StepResult[]> {
  const done = await runSteps([GENERATE], 1);
  if (allPassed(done)) done.push(...(await runSteps([...STATIC_CHECKS, BUILD], AT_ONCE)));
  if (!allPassed(done)) return done;
  done.push(
    await runStep(
      {
        name: "unit and contract tests",
        command: "vitest",
        args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
      },
      { live: true },
    ),
  );
  done.push(
    await runStep(
      { name: "fuzzing, a short run", command: "tsx", args: ["e2e/fuzz/fuzz.ts"], env: { FUZZ_CASES: "300" } },
      { live: true },
    ),
  );
  done.push(
    await runStep(
      {
        name: "end to end",
        command: "tsx",
        args: ["scripts/test/e2e.ts"],
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
      },
      { live: true },
    ),
  );
  return done;
}

function allPassed(steps: readonly StepResult[]): boolean {
  return steps.every((step) => step.ok);
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  stats: { expected: number; unexpected: number; flaky: number };
}

/** A report that was not written counts nothing: its step has failed, or could not run and has said so. */
function readCounts(file: string, pick: (report: Report) => [number, number]): [number, number] {
  try {
    return pick(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [0, 0];
  }
}
