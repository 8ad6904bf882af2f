import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes?: { key: string; value: { stringValue?: string } }[];
}

interface OtlpRequest {
  resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[];
}

/** Plays an OpenTelemetry collector: keeps the spans that it is sent. */
export async function startTraceCollector() {
  const spans: OtlpSpan[] = [];
  let raw = "";
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as OtlpRequest;
    raw += JSON.stringify(body);
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was sent. */
    text: () => raw,
    /** Names of the span and those above it, the nearest first. */
    ancestors: (span: OtlpSpan): string[] => {
      const names: string[] = [];
      for (let at: OtlpSpan | undefined = span; at; at = spans.find(({ spanId }) => spanId === at?.parentSpanId))
        names.push(at.name);
      return names;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
