import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createPrometheusMetrics } from "../../apps/web/app/server/telemetry/prometheus.server";

const ROOT = path.resolve(import.meta.dirname, "../..");
const PROMETHEUS = path.join(ROOT, "deploy/prometheus");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/** It evaluates every alert over more than a day. */
const PROMTOOL_MAX_MS = 60_000;

const METRIC_NAME = /\b(?:genmint|http_request|nodejs|process)_[a-z0-9_]+\b/g;
const ALERT_NAME = /- alert: (\w+)/g;
/** Of a histogram the text names the metric, and PromQL its parts. */
const HISTOGRAM_PART = /_(?:bucket|count|sum)$/;

const usedMetrics = (text: string) => [...new Set([...text.matchAll(METRIC_NAME)].map(([name]) => name))];
const alerts = [...read("deploy/prometheus/alerts.yml").matchAll(ALERT_NAME)].map(([, name = ""]) => name);

async function exportedMetrics(): Promise<Set<string>> {
  const { render } = createPrometheusMetrics();
  const text = await render({
    readPoolUse: () => ({ idle: 0, inUse: 0, waiting: 0 }),
    readBacklog: async () => ({ jobsWaiting: 0, webhooksDue: 0, dueSchedules: 0 }),
    log: { warn: () => undefined },
  });
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name));
}

describe("every metric is exported that is used in", () => {
  const files = ["deploy/prometheus/alerts.yml", "deploy/prometheus/alerts.test.yml", "deploy/grafana/genmint.json"];
  test.each([...files, "docs/operations.md"])("%s", async (file) => {
    const exported = await exportedMetrics();
    const used = usedMetrics(read(file));
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((name) => !exported.has(name) && !exported.has(name.replace(HISTOGRAM_PART, "")))).toEqual([]);
  });
});

test("every alert says what to do, and is tried", () => {
  const operations = read("docs/operations.md");
  const rules = read("deploy/prometheus/alerts.yml");
  const tries = read("deploy/prometheus/alerts.test.yml");
  expect(alerts.length).toBeGreaterThan(0);
  for (const alert of alerts) {
    expect(operations).toContain(`### ${alert}\n`);
    expect(rules).toContain(`runbook: docs/operations.md#${alert.toLowerCase()}\n`);
    expect(tries).toContain(`runbook: docs/operations.md#${alert.toLowerCase()}\n`);
  }
});

describe("promtool", () => {
  const isMissing = spawnSync("promtool", ["--version"]).error !== undefined;
  const why = isMissing ? " (skipped: promtool is not installed, `apt-get install prometheus` brings it)" : "";
  test.skipIf(isMissing).each([
    ["check", "rules", "alerts.yml"],
    ["check", "config", "prometheus.yml"],
    ["test", "rules", "alerts.test.yml"],
  ])(
    `%s %s %s${why}`,
    (...args) => {
      const options = { cwd: PROMETHEUS, encoding: "utf8", timeout: PROMTOOL_MAX_MS } as const;
      const { status, stdout, stderr } = spawnSync("promtool", args, options);
      expect(status, `${stdout}${stderr}`).toBe(0);
    },
    PROMTOOL_MAX_MS,
  );
});
