// npm test: everything CI checks, on a machine with only Node and npm.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { CHECKS_AND_BUILD, runStep, type Step } from "../dev/steps";
import { readPlaywrightReport, readVitestReport } from "./reports";

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
const outcomes = [readVitestReport(vitestReport), readPlaywrightReport(playwrightReport)];
rmSync(reports, { recursive: true, force: true });

const failedSteps = results.filter(({ ok }) => !ok);
for (const { name } of failedSteps) console.log(`failed: ${name}`);
// Here too, because a CI log that keeps only its end loses what the unit tests printed.
const failures = outcomes.flatMap((outcome) => outcome.failures);
for (const failure of failures) console.log(`  ${failure}`);
for (const { name, seconds } of results) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0);
console.log(`${passed} passed, ${Math.max(failures.length, failedSteps.length)} failed`);
process.exit(failedSteps.length === 0 ? 0 : 1);
