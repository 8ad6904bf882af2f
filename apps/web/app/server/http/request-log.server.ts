import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";

const HEADER = "x-request-id";
/** What a proxy may call a request. Anything else, and it gets a name of ours. */
const VALID_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PATH_MAX_CHARS = 200;
/** Asked for by every page and every monitor; nobody looks for them. */
const DEBUG_LEVEL_PATHS = /^\/(?:assets\/|samples\/|favicon\.svg$|og\.png$|healthz$)/;

/** What the log says of a request, wherever in its course something is logged. */
export interface RequestScope {
  /** Names the request in all its lines. */
  readonly log: Logger;
  /** Once the session has been looked up. */
  userId?: string;
}

export interface RequestLogVariables {
  scope: RequestScope;
}

/**
 * Gives each request an id, which its answer and all its log lines carry, and logs one line about it. Never the query: tokens travel
 * in it. An answer that streams is logged when it begins.
 */
export function logRequests(log: Logger): MiddlewareHandler<{ Variables: RequestLogVariables }> {
  return async (c, next) => {
    const startedAt = performance.now();
    const given = c.req.header(HEADER) ?? "";
    const requestId = VALID_REQUEST_ID.test(given) ? given : randomUUID();
    const scope: RequestScope = { log: log.child({ requestId }) };
    c.set("scope", scope);
    await next();
    // Not by c.header(), which copies the answer.
    c.res.headers.set(HEADER, requestId);
    const level = DEBUG_LEVEL_PATHS.test(c.req.path) ? "debug" : "info";
    scope.log[level](
      {
        method: c.req.method,
        path: c.req.path.slice(0, PATH_MAX_CHARS),
        status: c.res.status,
        ms: Math.round(performance.now() - startedAt),
        userId: scope.userId,
      },
      "request",
    );
  };
}
