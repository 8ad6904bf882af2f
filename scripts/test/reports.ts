// Reads the JSON reports of Vitest and Playwright: how many tests passed, and which failed.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

export interface Outcome {
  passed: number;
  /** One line for each failure: file, test, and the first line of its error. */
  failures: string[];
}

/** A file that failed as a whole, for instance while it was loaded, counts as one failure. */
export function readVitestReport(file: string): Outcome {
  const report = read<JsonTestResults>(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [describe(name, "the whole file", message)] : [];
    return failed.map((test) => describe(name, test.fullName, test.failureMessages?.[0]));
  });
  return { passed: report?.numPassedTests ?? 0, failures };
}

/** A test that passed only when it was repeated counts as failed. */
export function readPlaywrightReport(file: string): Outcome {
  const report = read<JSONReport>(file);
  const failuresOf = (suite: JSONReportSuite): string[] => [
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ results }) => {
          const error = results.find((result) => result.error !== undefined)?.error;
          return describe(path.resolve(report?.config.rootDir ?? "", spec.file), spec.title, error?.message);
        }),
    ),
    ...(suite.suites ?? []).flatMap(failuresOf),
  ];
  return { passed: report?.stats.expected ?? 0, failures: (report?.suites ?? []).flatMap(failuresOf) };
}

/** Nothing when there is no report: its step has failed, or has said why it could not run. */
function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return undefined;
  }
}

const describe = (file: string, test: string, error = "no error was reported") =>
  `${path.relative(process.cwd(), file)} › ${test}: ${error.split("\n", 1)[0]}`;
