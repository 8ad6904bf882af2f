import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** Prometheus servers, and a person with a browser. */
const CONNECTIONS_MAX = 32;
const REQUEST_TIMEOUT_MS = 5_000;

/** A server of its own, so that the figures are never reachable at the public port. */
export function serveMetrics(
  render: () => Promise<string>,
  { port, host }: { port: number; host: string | undefined },
): Promise<{ port: number; stop(): Promise<void> }> {
  const app = new Hono();
  app.get("/metrics", async (c) => c.body(await render(), 200, { "content-type": CONTENT_TYPE }));
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
    serverOptions: { headersTimeout: REQUEST_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
  }) as Server;
  server.maxConnections = CONNECTIONS_MAX;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host && { host }) }, () =>
      resolve({ port: (server.address() as AddressInfo).port, stop }),
    );
  });
}
