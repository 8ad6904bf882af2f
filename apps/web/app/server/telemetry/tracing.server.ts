import type { AroundStatement } from "@app/db/client/observed-adapter";
import { withSpan } from "@app/services/platform/spans";
import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";

const SQL_MAX_CHARACTERS = 1_000;
/** How long the last spans may take to be sent when the process stops. */
const STOP_MAX_MS = 5_000;

/**
 * Sends traces to a collector by OTLP over HTTP. The SDK reads the other standard variables by itself: OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER,
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_* and so on.
 */
export function startTracing(endpoint: string): { aroundStatement: AroundStatement; stop(): Promise<void> } {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": "genmint" }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  // Also sets how the active span follows asynchronous calls, and that `traceparent` is read.
  provider.register();
  return {
    aroundStatement,
    stop: async () => {
      trace.disable();
      context.disable();
      propagation.disable();
      await Promise.race([
        provider.shutdown(),
        new Promise((resolve) => setTimeout(resolve, STOP_MAX_MS).unref()),
      ]).catch(() => undefined);
    },
  };
}

/** The text has placeholders in place of values. */
const aroundStatement: AroundStatement = (sql, run) => {
  const text = sql.trim();
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? "SQL";
  return withSpan(`sql ${operation}`, run, {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.query.text": text.slice(0, SQL_MAX_CHARACTERS) },
  });
};
