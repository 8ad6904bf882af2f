import type { Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Deps } from "../composition-root.server";
import { JsonAnswer } from "./json-response.server";
import { PushedAnswer } from "./pushed-response.server";

type Fetch = (...args: Parameters<Parameters<typeof createAdaptorServer>[0]["fetch"]>) => Response | Promise<Response>;

/** How soon after its time a slow sender is found. */
const TIMEOUTS_CHECKED_EVERY_MS = 2_000;
/** Streams that still run when the process is asked to stop get this long to end. */
const STOP_GRACE_MS = 20_000;
/** Connections that may wait to be taken while the process is busy; the system has a bound of its own. Beyond it they are cut. */
const WAITING_CONNECTIONS_MAX = 8_192;

export interface RunningServer {
  port: number;
  stop(): Promise<void>;
}

/** Listens, and on `stop` takes no more requests and lets the running ones end. */
export function startServer(fetch: Fetch, { env }: Deps): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: async (request, env) => {
        if ("strictContentLength" in env.outgoing) closeWhenUnread(env.outgoing);
        const response = await fetch(request, env);
        const { outgoing } = env;
        const isText = response instanceof JsonAnswer || response instanceof PushedAnswer;
        if (!isText || !("strictContentLength" in outgoing)) return response;
        // Needs no web stream to be read.
        response.send(outgoing);
        return RESPONSE_ALREADY_SENT;
      },
      // Its stand-ins for Request and Response would be everybody's in this process, clients of other servers included.
      overrideGlobalObjects: false,
      // Slow senders are cut off; responses may stream for as long as they need while they are read.
      serverOptions: {
        headersTimeout: env.HEADERS_TIMEOUT_SECONDS * 1000,
        requestTimeout: env.BODY_TIMEOUT_SECONDS * 1000,
        keepAliveTimeout: env.IDLE_TIMEOUT_SECONDS * 1000,
        connectionsCheckingInterval: TIMEOUTS_CHECKED_EVERY_MS,
      },
    }) as Server;
    // Looked at by `closeWhenUnread` while a response is on its way; between two requests the keep-alive timeout counts.
    server.timeout = env.WRITE_TIMEOUT_SECONDS * 1000;
    server.once("error", reject);
    server.listen({ port: env.PORT, ...(env.HOST && { host: env.HOST }), backlog: WAITING_CONNECTIONS_MAX }, () =>
      resolve({ port: (server.address() as AddressInfo).port, stop: () => stop(server) }),
    );
  });
}

/**
 * Closes a connection on which nothing moves for `server.timeout` although there is something to send: its reader takes nothing. One on
 * which there is nothing to send waits for us, and stays.
 */
function closeWhenUnread(outgoing: ServerResponse): void {
  outgoing.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0 || outgoing.writableLength > 0) socket.destroy();
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
