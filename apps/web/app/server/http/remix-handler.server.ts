import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { tryDecodeURIComponent } from "hono/utils/url";
import { isNonCanonicalAuthPath } from "../auth/handle-auth.server";
import { once } from "../once.server";
import { createPageRouteFinder } from "../telemetry/page-routes.server";
import type { RemixHandler } from "./create-app.server";
import { methodNotAllowed } from "./rest.server";

/** Remix's router builds links from the path, and would take one that begins so for the address of another host. */
const BACKSLASH = /%5c/i;

/**
 * Remix's request for the data of a route that sends a file: it would read the whole file into memory. Remix finds the route by the decoded path,
 * in any case and with any slashes at its end.
 */
const DATA_OF_FILE = /\/(?:file|[^/]+\.(?:csv|json|md))\/*\.data$/i;

const API_PATHS = /^\/(?:(?:api|v1)(?:\/|$)|mcp\/?$)/;

/** Remix would take any other method of a page with a form for a submission, and OPTIONS for a visit. */
const PAGE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

const respondMethodNotAllowed = methodNotAllowed([...PAGE_METHODS].join(", "));

interface Handlers {
  /** /mcp, and everything below /api and /v1. */
  handleApi: RemixHandler;
  /** Loaded with the first request for a page, or after the start: the API needs none of the code that renders pages. */
  loadPages: () => Promise<ServerBuild>;
  mode: "production" | "development";
}

/** Handles requests for routes: the API by `handleApi`, pages by Remix. Refuses the paths that Remix would read in a way of its own. */
export function createRemixHandler({ handleApi, loadPages, mode }: Handlers): RemixHandler {
  const pages = once(async () => {
    const build = await loadPages();
    return { handle: createRequestHandler(build, mode), findRoute: createPageRouteFinder(build.routes) };
  });
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // Remix's older way to ask for the data of one route. Our pages fetch the data of all their routes at once.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    // Remix would find a route by a path in other case or encoding, and the API handler by one with a slash at its end.
    if (isNonCanonicalAuthPath(pathname)) return Response.json({ error: "Not found" }, { status: 404 });
    if (API_PATHS.test(pathname)) return handleApi(request, context);
    if (!PAGE_METHODS.has(request.method)) return respondMethodNotAllowed();
    if (BACKSLASH.test(pathname)) return Response.json({ error: "Not found" }, { status: 404 });
    if (DATA_OF_FILE.test(tryDecodeURIComponent(pathname)))
      return Response.json({ error: "Not found" }, { status: 404 });
    const { handle, findRoute } = await pages();
    const route = findRoute(pathname);
    if (context.scope && route !== undefined) context.scope.route = route;
    return handle(isDecodable(pathname) ? request : withEncodedPercents(request), context);
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Remix writes a path that it cannot decode to the console: as plain text, and with the token of a share link. With its percent signs encoded
 * it can be decoded, and leads to the same page or to none.
 */
function withEncodedPercents(request: Request): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.replaceAll("%", "%25");
  return new Request(url, request);
}
