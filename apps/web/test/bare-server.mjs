// A minimal server of the same libraries, to compare the service's process with: Remix's request handler with one trivial route on the
// same HTTP server. Listens on PORT.
import { serve } from "@hono/node-server";
import { createRequestHandler } from "@remix-run/node";
import { Hono } from "hono";

const route = { id: "healthz", path: "healthz", module: { loader: () => Response.json({ status: "ok" }) } };
/** @type {any} */
const build = {
  mode: "production",
  routes: { healthz: route },
  entry: { module: { default: () => new Response(null, { status: 500 }) } },
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "bare" },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  basename: "/",
  future: { v3_singleFetch: true },
  isSpaMode: false,
};
const handle = createRequestHandler(build, "production");
const app = new Hono().all("*", (c) => handle(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.env.PORT), overrideGlobalObjects: false });
