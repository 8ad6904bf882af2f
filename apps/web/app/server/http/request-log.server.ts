import { randomUUID } from "node:crypto";
import { trace } from "@opentelemetry/api";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

const HEADER = "x-request-id";
/** An id that a proxy may give a request. A request with any other gets one of ours. */
const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PATH_MAX_CHARS = 200;
/** Requested by every page and every monitor, and of no interest in the log. */
const DEBUG_LEVEL_PATHS =
  /^\/(?:assets\/|samples\/|icons\/|favicon\.(?:svg|ico)$|apple-touch-icon\.png$|manifest\.webmanifest$|og\.png$|healthz$|readyz$)/;

const ANY_API_KEY = /gm_[\w-]{20,}/g;
/** In every spelling that leads to the page: routes ignore case, and are matched once they are decoded. */
const SHARE_TOKEN = /(\/(?:s|%[57]3)\/)[^/.]+/i;

/** The path as it may be logged: shortened, without an API key that somebody has put into it, and without the token of a share link. */
export function loggedPath(path: string): string {
  return path.slice(0, PATH_MAX_CHARS).replace(ANY_API_KEY, "gm_***").replace(SHARE_TOKEN, "$1***");
}

/** The log of one request. */
export interface RequestScope {
  /** Adds the request's id to each line. */
  readonly log: Logger;
  /** Set when the session has been looked up. */
  userId?: string;
  /** Pattern of the route that handles the request, for metrics. Unset for unknown paths. */
  route?: string;
}

export interface RequestLogVariables {
  scope: RequestScope;
}

/**
 * Gives each request an id (the proxy's, or the trace's), for its response and all its log lines, and logs one line when the response begins. The query is never logged,
 * because it may hold tokens.
 */
export function logRequests(log: Logger): MiddlewareHandler<{ Variables: RequestLogVariables }> {
  return async (c, next) => {
    const startedAt = performance.now();
    const proxyId = c.req.header(HEADER) ?? "";
    const requestId = VALID_REQUEST_ID.test(proxyId)
      ? proxyId
      : (trace.getActiveSpan()?.spanContext().traceId ?? randomUUID());
    const scope: RequestScope = { log: log.child({ requestId }) };
    c.set("scope", scope);
    await next();
    // c.header() would copy the response.
    c.res.headers.set(HEADER, requestId);
    const level = DEBUG_LEVEL_PATHS.test(c.req.path) ? "debug" : "info";
    scope.log[level](
      {
        method: c.req.method,
        path: loggedPath(c.req.path),
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
        userId: scope.userId,
      },
      "request",
    );
  };
}
