import { type Attributes, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/**
 * Runs one step of a request as a span of its trace; without tracing just runs it. An error is recorded by its name only: its message may
 * hold a prompt or a value of a statement.
 */
export function withSpan<Result>(
  name: string,
  run: () => Promise<Result>,
  { kind = SpanKind.INTERNAL, attributes = {} }: { kind?: SpanKind; attributes?: Attributes } = {},
): Promise<Result> {
  // Looked up each time: the tracer of a provider that was shut down would be kept otherwise.
  return trace.getTracer("genmint").startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await run();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  });
}
