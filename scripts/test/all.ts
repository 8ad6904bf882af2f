// npm test: everything CI checks, on a machine with only Node and npm.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CHECKS_AND_BUILD, runStep, type Step } from "../dev/steps";

const reports = mkdtempSync(path.join(tmpdir(), "genmint-report-"));
const vitestReport = path.join(reports, "vitest.json");
const playwrightReport = path.join(reports, "playwright.json");

/** One after another: the tests use both cores, and several hold the service to a time. */
const TEST_STEPS: readonly Step[] = [
  {
    name: "unit and contract tests",
    command: "vitest",
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${vitestReport}`],
  },
  { name: "fuzzing, a short run", command: "tsx", args: ["e2e/fuzz/fuzz.ts"], env: { FUZZ_CASES: "300" } },
  {
    name: "end to end",
    command: "tsx",
    args: ["scripts/test/e2e.ts"],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
  },
];

const startedAt = performance.now();
const results = [await runStep(CHECKS_AND_BUILD, { live: false })];
// Without a build there is nothing to test in the browser. After that a failure does not hide the results of later steps.
if (results.every(({ ok }) => ok)) for (const step of TEST_STEPS) results.push(await runStep(step, { live: true }));
const counts = [
  readCounts(vitestReport, (report) => [report.numPassedTests, report.numFailedTests]),
  readCounts(playwrightReport, ({ stats }) => [stats.expected, stats.unexpected + stats.flaky]),
];
rmSync(reports, { recursive: true, force: true });

const failedSteps = results.filter(({ ok }) => !ok);
for (const { name } of failedSteps) console.log(`failed: ${name}`);
for (const { name, seconds } of results) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
const sum = (index: 0 | 1) => counts.reduce((total, count) => total + count[index], 0);
console.log(`${sum(0)} passed, ${Math.max(sum(1), failedSteps.length)} failed`);
process.exit(failedSteps.length === 0 ? 0 : 1);

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  stats: { expected: number; unexpected: number; flaky: number };
}

/** [passed, failed] of a report. A missing one counts as nothing: its step has failed, or has said why it could not run. */
function readCounts(file: string, pick: (report: Report) => [number, number]): [number, number] {
  try {
    return pick(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [0, 0];
  }
}
