import type { MiddlewareHandler } from "hono";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Called by other servers, with credentials of their own. */
const CALLED_BY_SERVERS = /^\/api\/(?:payments\/[^/]+\/webhook|cron\/[^/]+)$/;

/**
 * Refuses what a browser sends for another site: a foreign Origin, or a fetch it marks as cross-site. A request with neither header
 * is not a browser's and passes.
 */
export function refuseCrossSite(appUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || CALLED_BY_SERVERS.test(c.req.path)) return next();
    const origin = c.req.header("origin");
    const isForeign = origin !== undefined && origin !== appUrl;
    if (isForeign || c.req.header("sec-fetch-site") === "cross-site")
      return c.json({ error: "Cross-site request refused" }, 403);
    return next();
  };
}
