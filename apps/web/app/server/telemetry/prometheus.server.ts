import { LEDGER_REASONS } from "@app/core/ledger/ledger-reasons";
import type { PoolUse } from "@app/db/client/db";
import type { Backlog } from "@app/services/platform/backlog";
import { type Metrics, WEBHOOK_ATTEMPT_OUTCOMES, WEBHOOK_OUTCOMES } from "@app/services/platform/metrics";
import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { openStreamCount } from "../http/sse.server";

/** A finished request. `route` is the pattern of the route, never the path. */
export interface FinishedRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** What the gauges are read from when Prometheus asks. */
export interface GaugeSources {
  readPoolUse(): PoolUse;
  readBacklog(): Promise<Backlog>;
  log: Pick<Logger, "warn">;
}

const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const UPSTREAM_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** A gauge that cannot be read in this time is shown as NaN: a scrape must not wait for a database that is down. */
const BACKLOG_TIMEOUT_MS = 2_000;
/** Several Prometheus servers that ask at the same time cost one query. */
const BACKLOG_CACHE_MS = 5_000;

/** All metrics of this process, in a registry of their own. docs/operations.md explains each. */
export function createPrometheusMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });

  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until the response began",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  });
  const upstream = new Histogram({
    name: "genmint_upstream_duration_seconds",
    help: "Time of a call of another service; of a stream until its end",
    labelNames: ["service", "outcome"],
    buckets: UPSTREAM_BUCKETS_SECONDS,
    registers,
  });
  const spent = counter("genmint_credits_spent_total", "Credits charged", ["reason"]);
  const refused = counter("genmint_spends_refused_total", "Spends that the balance did not cover", ["reason"]);
  const granted = counter("genmint_credits_granted_total", "Credits granted", ["reason"]);
  const generations = counter("genmint_generations_total", "Generations that ended", ["type", "status"]);
  const webhooks = counter("genmint_webhook_events_total", "Deliveries of the payment provider", ["outcome"]);
  const webhookAttempts = counter("genmint_webhook_attempts_total", "Requests to the endpoints of users", ["outcome"]);
  const checkouts = counter("genmint_checkouts_total", "Checkouts opened", []);
  const jobsFailed = counter("genmint_jobs_failed_total", "Failed attempts of background jobs", ["name"]);
  const jobsWaiting = gauge("genmint_jobs_waiting", "Background jobs that could run now", []);
  const webhooksDue = gauge("genmint_webhook_deliveries_due", "Outgoing webhooks whose next attempt is due", []);
  const dueSchedules = gauge("genmint_due_schedules", "Instalment schedules that are due", []);
  const streams = gauge("genmint_open_streams", "Chat responses that are being streamed", []);
  const pool = gauge("genmint_database_pool_connections", "Connections, and requests that wait for one", ["state"]);

  // Prometheus sees no increase in a counter that begins at 1.
  for (const outcome of WEBHOOK_OUTCOMES) webhooks.inc({ outcome }, 0);
  for (const outcome of WEBHOOK_ATTEMPT_OUTCOMES) webhookAttempts.inc({ outcome }, 0);
  for (const type of ["chat", "image", "video"])
    for (const status of ["completed", "failed"]) generations.inc({ type, status }, 0);

  const metrics: Metrics = {
    creditsSpent: (reason, credits) => spent.inc({ reason }, credits),
    spendRefused: (reason) => refused.inc({ reason }),
    creditsGranted: (reason, credits) => granted.inc({ reason: knownReason(reason) }, credits),
    generationEnded: (type, status) => generations.inc({ type, status }),
    webhookReceived: (outcome) => webhooks.inc({ outcome }),
    checkoutOpened: () => checkouts.inc(),
    webhookAttempted: (outcome) => webhookAttempts.inc({ outcome }),
    jobFailed: (name) => jobsFailed.inc({ name }),
  };
  const readCachedBacklog = cacheBacklog();

  return {
    metrics,
    requestFinished: ({ method, route, status, seconds }: FinishedRequest) =>
      requests.observe({ method, route, status }, seconds),
    upstreamFinished: (service: string, outcome: "ok" | "error", seconds: number) =>
      upstream.observe({ service, outcome }, seconds),
    /** The text that Prometheus reads. */
    render: async (sources: GaugeSources): Promise<string> => {
      const use = sources.readPoolUse();
      pool.set({ state: "idle" }, use.idle);
      pool.set({ state: "in_use" }, use.inUse);
      pool.set({ state: "waiting" }, use.waiting);
      streams.set(openStreamCount());
      const backlog = await readCachedBacklog(sources);
      jobsWaiting.set(backlog?.jobsWaiting ?? Number.NaN);
      webhooksDue.set(backlog?.webhooksDue ?? Number.NaN);
      dueSchedules.set(backlog?.dueSchedules ?? Number.NaN);
      return registry.metrics();
    },
  };
}

const KNOWN_REASONS: ReadonlySet<string> = new Set([...LEDGER_REASONS]);

/** Administrators write reasons of their own. As labels they would be unbounded. */
const knownReason = (reason: string): string => (KNOWN_REASONS.has(reason) ? reason : "other");

/** One query at a time, even where it outlasts the timeout. @returns a reader that gives null while the database does not respond in time */
function cacheBacklog(): (sources: GaugeSources) => Promise<Backlog | null> {
  let cached: Promise<Backlog | null> | null = null;
  return (sources) => {
    cached ??= readOrNull(sources).finally(() => {
      setTimeout(() => {
        cached = null;
      }, BACKLOG_CACHE_MS).unref();
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, BACKLOG_TIMEOUT_MS, null);
    });
    return Promise.race([cached, timeout]).finally(() => clearTimeout(timer));
  };
}

async function readOrNull(sources: GaugeSources): Promise<Backlog | null> {
  try {
    return await sources.readBacklog();
  } catch (error) {
    sources.log.warn({ err: error }, "waiting work could not be counted for the metrics");
    return null;
  }
}
