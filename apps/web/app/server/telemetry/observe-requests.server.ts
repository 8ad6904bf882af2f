import type { HttpBindings } from "@hono/node-server";
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, MiddlewareHandler } from "hono";
import type { RequestLogVariables } from "../http/request-log.server";
import type { Telemetry } from "./telemetry.server";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const BUILT_FILES = /^\/(assets|samples)\//;
const SINGLE_PATHS: ReadonlySet<string> = new Set([
  "/healthz",
  "/readyz",
  "/og.png",
  "/favicon.svg",
  "/favicon.ico",
  "/manifest.webmanifest",
]);

type Variables = { Variables: RequestLogVariables; Bindings: Partial<HttpBindings> };

/** Measures each request until its response begins, and runs it in a span that ends when the response has been sent. */
export function observeRequests(telemetry: Telemetry): MiddlewareHandler<Variables> {
  return async (c, next) => {
    const startedAt = performance.now();
    await (telemetry.tracing ? runInSpan(c, next) : next());
    const seconds = (performance.now() - startedAt) / 1000;
    telemetry.requestFinished({ method: methodOf(c), route: routeOf(c), status: c.res.status, seconds });
  };
}

async function runInSpan(c: Context<Variables>, next: () => Promise<void>): Promise<void> {
  const parent = propagation.extract(ROOT_CONTEXT, c.req.header());
  const span = trace.getTracer("genmint").startSpan(methodOf(c), { kind: SpanKind.SERVER }, parent);
  const { outgoing } = c.env ?? {};
  try {
    await context.with(trace.setSpan(parent, span), next);
  } finally {
    const route = routeOf(c);
    span.updateName(`${methodOf(c)} ${route}`);
    span.setAttributes({
      "http.request.method": methodOf(c),
      "http.route": route,
      "http.response.status_code": c.res.status,
    });
    if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    if (outgoing) outgoing.once("close", () => span.end());
    else span.end();
  }
}

const methodOf = (c: Context): string => (METHODS.has(c.req.method) ? c.req.method : "other");

/** A fixed set of texts, however many paths are requested. */
function routeOf(c: Context<Variables>): string {
  const path = c.req.path;
  if (SINGLE_PATHS.has(path)) return path;
  const folder = BUILT_FILES.exec(path)?.[1];
  if (folder !== undefined) return `/${folder}/*`;
  return c.get("scope")?.route ?? "other";
}
