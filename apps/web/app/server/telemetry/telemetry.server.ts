import type { AroundStatement } from "@app/db/client/observed-adapter";
import { type Metrics, NO_METRICS } from "@app/services/platform/metrics";
import type { Env } from "../env/env.server";
import type { FinishedRequest, GaugeSources } from "./prometheus.server";

/** Metrics and traces of this process. Each part is off, and its libraries are not loaded, unless its variable is set. */
export interface Telemetry {
  readonly metrics: Metrics;
  readonly tracing: boolean;
  /** Runs every SQL statement in a span; undefined without tracing. */
  readonly aroundStatement: AroundStatement | undefined;
  requestFinished(request: FinishedRequest): void;
  /** A call of another service. A stream counts until its end. */
  upstreamFinished(service: string, outcome: "ok" | "error", seconds: number): void;
  /** Serves the metrics on METRICS_PORT. @returns the port, null without metrics */
  listen(sources: GaugeSources): Promise<number | null>;
  /** Sends the last spans and stops serving metrics. */
  close(): Promise<void>;
}

export const NO_TELEMETRY: Telemetry = {
  metrics: NO_METRICS,
  tracing: false,
  aroundStatement: undefined,
  requestFinished: () => undefined,
  upstreamFinished: () => undefined,
  listen: async () => null,
  close: async () => undefined,
};

type TelemetryEnv = Pick<Env, "METRICS_PORT" | "HOST" | "OTEL_EXPORTER_OTLP_ENDPOINT">;

/** Call it before anything else is created. */
export async function startTelemetry(env: TelemetryEnv): Promise<Telemetry> {
  const { METRICS_PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, HOST: host } = env;
  if (port === undefined && endpoint === undefined) return NO_TELEMETRY;
  const tracing = endpoint === undefined ? null : (await import("./tracing.server")).startTracing(endpoint);
  const recorded = port === undefined ? null : (await import("./prometheus.server")).createPrometheusMetrics();
  let server: { port: number; stop(): Promise<void> } | null = null;
  return {
    ...NO_TELEMETRY,
    ...recorded,
    tracing: tracing !== null,
    aroundStatement: tracing?.aroundStatement,
    listen: async (sources) => {
      if (recorded === null || port === undefined) return null;
      const { serveMetrics } = await import("./metrics-server.server");
      server = await serveMetrics(() => recorded.render(sources), { port, host });
      return server.port;
    },
    close: async () => {
      await server?.stop();
      await tracing?.stop();
    },
  };
}
