import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./reports";

const directory = mkdtempSync(path.join(tmpdir(), "genmint-reports-"));
afterAll(() => rmSync(directory, { recursive: true }));

function save(report: unknown): string {
  const file = path.join(directory, "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
}
const at = (file: string) => path.resolve(file);

test("names each failed unit test, and a file that failed as a whole", () => {
  const file = save({
    numPassedTests: 2,
    testResults: [
      {
        name: at("packages/core/a.test.ts"),
        status: "failed",
        message: "",
        assertionResults: [
          { fullName: "credits add up", status: "failed", failureMessages: ["AssertionError: 1\n    at a.test.ts:2"] },
          { fullName: "credits are whole", status: "passed", failureMessages: [] },
        ],
      },
      { name: at("b.test.ts"), status: "failed", message: "Cannot find module './missing'", assertionResults: [] },
      {
        name: at("c.test.ts"),
        status: "failed",
        message: "left over",
        assertionResults: [{ fullName: "ok", status: "passed", failureMessages: [] }],
      },
      { name: at("d.test.ts"), status: "passed", message: "", assertionResults: [] },
    ],
  });
  expect(readVitestReport(file)).toEqual({
    passed: 2,
    failures: [
      "packages/core/a.test.ts › credits add up: AssertionError: 1",
      "b.test.ts › the whole file: Cannot find module './missing'",
      "c.test.ts › the whole file: left over",
    ],
  });
});

test("names each failed browser test, also in a group and one that passed only when repeated", () => {
  const spec = (title: string, status: string, errors: (string | undefined)[]) => ({
    title,
    file: "billing.spec.ts",
    tests: [{ status, results: errors.map((message) => ({ error: message && { message } })) }],
  });
  const file = save({
    config: { rootDir: at("e2e/tests") },
    stats: { expected: 1 },
    suites: [
      {
        specs: [spec("shows the plan", "unexpected", ["Error: the plan\nExpected: 2"]), spec("ok", "expected", [])],
        suites: [{ specs: [spec("cancels", "flaky", ["Error: timeout", undefined]), spec("no", "skipped", [])] }],
      },
    ],
  });
  expect(readPlaywrightReport(file)).toEqual({
    passed: 1,
    failures: [
      "e2e/tests/billing.spec.ts › shows the plan: Error: the plan",
      "e2e/tests/billing.spec.ts › cancels: Error: timeout",
    ],
  });
});

test("a missing report counts as nothing", () => {
  expect(readVitestReport(path.join(directory, "none.json"))).toEqual({ passed: 0, failures: [] });
});
