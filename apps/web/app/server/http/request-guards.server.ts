import { AppError } from "@app/core/errors";
import type { HonoRequest, MiddlewareHandler } from "hono";
import { toOpenAiBody } from "./openai.server";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Paths that other servers call, with credentials of their own. */
const SERVER_TO_SERVER_PATHS = /^\/api\/(?:payments\/[^/]+\/webhook|cron\/[^/]+)$/;

const CROSS_SITE = new AppError("forbidden", "Cross-site request refused");
const WRONG_METHOD = new AppError("method_not_allowed", "Method not allowed");

/** Responds with an error in the shape of the path's protocol. */
function refuse({ path }: HonoRequest, error: AppError, headers: Record<string, string> = {}): Response {
  const body = path.startsWith("/v1/") ? toOpenAiBody(error) : error.toBody();
  return Response.json(body, { status: error.status, headers });
}

/** Values of Sec-Fetch-Site for requests by our own pages or by the user directly. "same-site" is another subdomain, and not ours. */
const OWN_FETCH_SITES: ReadonlySet<string> = new Set(["same-origin", "none"]);

/**
 * Refuses unsafe requests that a browser sends on behalf of another site. Only the configured origin counts as ours, not the Host header.
 * A request without any of the three headers does not come from a browser, and passes.
 */
export function refuseCrossSite(appUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || SERVER_TO_SERVER_PATHS.test(c.req.path)) return next();
    return isCrossSite(c.req, appUrl) ? refuse(c.req, CROSS_SITE) : next();
  };
}

function isCrossSite(request: HonoRequest, appUrl: string): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== undefined && !OWN_FETCH_SITES.has(site)) return true;
  const origin = request.header("origin");
  if (origin !== undefined) return origin !== appUrl;
  // Browsers too old for both headers still send Referer.
  const referer = request.header("referer");
  return site === undefined && referer !== undefined && originOf(referer) !== appUrl;
}

function originOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null;
}

/** Methods that the routes handle or refuse themselves. */
const ROUTED_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Refuses every other method. Remix would run a route's loader for OPTIONS, and refuses methods such as PROPFIND with an error body of its
 * own.
 */
export const refuseUnknownMethods: MiddlewareHandler = async (c, next) =>
  ROUTED_METHODS.has(c.req.method) ? next() : refuse(c.req, WRONG_METHOD, { allow: "GET, POST" });
