import type { HonoRequest, MiddlewareHandler } from "hono";
import { methodNotAllowed } from "./rest.server";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Called by other servers, with credentials of their own. */
const SERVER_TO_SERVER_PATHS = /^\/api\/(?:payments\/[^/]+\/webhook|cron\/[^/]+)$/;

/** What a browser says of a request by a page of ours, or by its reader alone. A sibling's subdomain is "same-site", and not ours. */
const OWN_FETCH_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Refuses what a browser sends for another site. The one origin that is ours is the configured one, whatever Host or forwarding headers
 * say. A request that names no sender at all is not a browser's and passes.
 */
export function refuseCrossSite(appUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || SERVER_TO_SERVER_PATHS.test(c.req.path)) return next();
    return isCrossSite(c.req, appUrl) ? c.json({ error: "Cross-site request refused" }, 403) : next();
  };
}

function isCrossSite(request: HonoRequest, appUrl: string): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined && !OWN_FETCH_SITES.has(site)) return true;
  const origin = request.header("origin");
  if (origin !== undefined) return origin !== appUrl;
  // Browsers too old for either header still say which page they come from.
  const referer = request.header("referer");
  return site === undefined && referer !== undefined && originOf(referer) !== appUrl;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** What routes tell apart by themselves. */
const ROUTED_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

const respondMethodNotAllowed = methodNotAllowed("GET, POST");

/**
 * Refuses every other method: Remix would run a route's loader for OPTIONS, and answers PROPFIND and its like in a body of its own
 * shape.
 */
export const refuseUnknownMethods: MiddlewareHandler = async (c, next) =>
  ROUTED_METHODS.has(c.req.method) ? next() : respondMethodNotAllowed();
