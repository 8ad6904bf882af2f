import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { type RequestScope, runInRequest } from "../log/request-scope.server";

const HEADER = "x-request-id";
/** What a proxy may call a request. Anything else, and it gets a name of ours. */
const GIVEN_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PATH_MAX_CHARS = 200;
/** Asked for by every page and every monitor; nobody looks for them. */
const UNREMARKABLE = /^\/(?:assets\/|samples\/|favicon\.svg$|og\.png$|healthz$)/;

/**
 * Gives each request an id, which its answer and all its log lines carry, and logs one line about it. Never the query: tokens travel
 * in it. An answer that streams is logged when it begins.
 */
export function logRequests(log: Logger): MiddlewareHandler {
  return (c, next) => {
    const given = c.req.header(HEADER) ?? "";
    const scope: RequestScope = { requestId: GIVEN_ID.test(given) ? given : randomUUID() };
    return runInRequest(scope, async () => {
      const startedAt = performance.now();
      await next();
      // Not by c.header(), which copies the answer.
      c.res.headers.set(HEADER, scope.requestId);
      const level = UNREMARKABLE.test(c.req.path) ? "debug" : "info";
      log[level](
        {
          method: c.req.method,
          path: c.req.path.slice(0, PATH_MAX_CHARS),
          status: c.res.status,
          ms: Math.round(performance.now() - startedAt),
          userId: scope.userId,
        },
        "request",
      );
    });
  };
}
