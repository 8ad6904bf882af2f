import { checkReadiness } from "@app/services/platform/readiness";
import { serveStatic } from "@hono/node-server/serve-static";
import type { AppLoadContext } from "@remix-run/node";
import { Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import type { SecureHeadersVariables } from "hono/secure-headers";
import { createRequestContext } from "../auth/request-context.server";
import type { Deps } from "../composition-root.server";
import { observeRequests } from "../telemetry/observe-requests.server";
import { limitIncompleteBodies } from "./bound-bodies.server";
import { readClientAddress } from "./client-address.server";
import { refuseCrossSite, refuseUnknownMethods } from "./request-guards.server";
import { loggedPath, logRequests, type RequestLogVariables } from "./request-log.server";
import { secureResponses } from "./secure-headers.server";

export type RemixHandler = (request: Request, context: AppLoadContext) => Promise<Response>;

/** Pages and their data. Built files are compressed at build time; API responses are short, or stream. */
const PAGE_CONTENT_TYPES = /^text\/(?:html|x-script)/;
/** Files whose names do not change with their content. */
const STATIC_FILES = [
  "/samples/*",
  "/icons/*",
  "/og.png",
  "/favicon.svg",
  "/favicon.ico",
  "/apple-touch-icon.png",
  "/manifest.webmanifest",
];
const ONE_DAY = "public, max-age=86400";
const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * The HTTP application: log, security headers, body limits, refusal of cross-site requests, built files, then Remix.
 * @param clientDir folder of the built client; null when a development server serves it
 * @param isStopping whether the process has been asked to stop: it then reports that it is not ready
 */
export function createApp(deps: Deps, handle: RemixHandler, clientDir: string | null, isStopping = () => false) {
  const app = new Hono<{ Variables: SecureHeadersVariables & RequestLogVariables }>();
  app.use(observeRequests(deps.telemetry));
  app.use(logRequests(deps.service.log));
  app.use(secureResponses(deps.env, clientDir === null));
  app.use(limitIncompleteBodies(deps.env.TRUSTED_PROXIES));
  app.use(compress({ contentTypeFilter: PAGE_CONTENT_TYPES }));
  app.use(refuseCrossSite(deps.env.APP_URL));
  app.use("/api/*", refuseUnknownMethods);
  app.use("/v1/*", refuseUnknownMethods);
  app.use("/mcp", refuseUnknownMethods);
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const checks = await checkReadiness(deps.service);
    const isReady = !isStopping() && Object.values(checks).every((result) => result === "ok");
    return c.json({ status: isReady ? "ready" : "unavailable", checks }, isReady ? 200 : 503);
  });
  if (clientDir !== null) {
    const files = serveStatic({ root: clientDir, precompressed: true });
    app.use("/assets/*", cacheFor(IMMUTABLE), files);
    for (const path of STATIC_FILES) app.use(path, cacheFor(ONE_DAY), files);
  }
  app.all("*", (c) =>
    handle(c.req.raw, {
      ...createRequestContext(deps, c.req.raw, {
        scope: c.get("scope"),
        nonce: c.get("secureHeadersNonce") ?? "",
        clientAddress: readClientAddress(c, deps.env.TRUSTED_PROXIES),
      }),
    }),
  );
  app.onError((error, c) => {
    c.get("scope").log.error({ err: error, path: loggedPath(c.req.path) }, "request failed");
    return c.json({ error: "Internal server error" }, 500);
  });
  return app;
}

/** Sets Cache-Control on successful responses. `serveStatic`'s own `onFound` runs too late to change the headers. */
function cacheFor(cacheControl: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    if (c.res.ok) c.res.headers.set("cache-control", cacheControl);
  };
}
