import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Deps } from "../deps.server";

type Fetch = Parameters<typeof serve>[0]["fetch"];

/** Slow senders are cut off here; answers may stream for as long as they need. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
/** Streams that still run when the process is asked to stop get this long to end. */
const STOP_GRACE_MS = 20_000;

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Listens, and on `stop` takes no more requests and lets the running ones end. */
export function startServer(fetch: Fetch, deps: Deps): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch,
        port: deps.env.PORT,
        // Its stand-ins for Request and Response would be everybody's in this process, clients of other servers included.
        overrideGlobalObjects: false,
        serverOptions: { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      },
      (info) => resolve({ port: info.port, stop: () => stop(server as Server) }),
    );
    server.once("error", reject);
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
