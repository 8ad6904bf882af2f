import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAdaptorServer } from "@hono/node-server";
import type { Deps } from "../composition-root.server";
import { trackWork, workEnded } from "./running-work.server";

type Fetch = Parameters<typeof createAdaptorServer>[0]["fetch"];

/** How often Node looks for connections that exceed a timeout. */
const TIMEOUT_CHECK_INTERVAL_MS = 2_000;
/** Connections that may wait to be accepted while the process is busy. The operating system has a limit of its own. */
const LISTEN_BACKLOG = 8_192;

export interface RunningServer {
  port: number;
  /**
   * Goes on serving for `delaySeconds`, in which proxies notice that this process is not ready. Then accepts no more requests, and resolves
   * when the running ones have ended, also those whose reader has left, or `STOP_GRACE_SECONDS` have passed.
   */
  stop(delaySeconds?: number): Promise<void>;
}

/** Listens on the configured port. A slow sender is cut off by the timeouts of `env`; a response may stream for as long as it is read. */
export function startServer(fetch: Fetch, { env }: Deps): Promise<RunningServer> {
  return new Promise((resolve, reject) => {
    const server = createAdaptorServer({
      fetch: (...args) => trackWork(Promise.resolve(fetch(...args))),
      // Its own Request and Response would replace the global ones for the whole process, clients of other servers included.
      overrideGlobalObjects: false,
      serverOptions: {
        // They are a part of the request. Node refuses to start with a longer time for them than for all of it.
        headersTimeout: Math.min(env.HEADERS_TIMEOUT_SECONDS, env.BODY_TIMEOUT_SECONDS) * 1000,
        requestTimeout: env.BODY_TIMEOUT_SECONDS * 1000,
        keepAliveTimeout: env.IDLE_TIMEOUT_SECONDS * 1000,
        connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      },
    }) as Server;
    // Applies while a response is sent (`closeWhenUnread`). Between two requests the keep-alive timeout applies.
    server.timeout = env.WRITE_TIMEOUT_SECONDS * 1000;
    let isStopping = false;
    server.on("request", (incoming, outgoing) => {
      closeWhenUnread(outgoing);
      closeAfterBody(incoming, outgoing);
      // The next request on this connection then goes to another process.
      if (isStopping) outgoing.shouldKeepAlive = false;
    });
    server.once("error", reject);
    server.listen({ port: env.PORT, ...(env.HOST && { host: env.HOST }), backlog: LISTEN_BACKLOG }, () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        stop: async (delaySeconds = 0) => {
          isStopping = true;
          await pause(delaySeconds * 1000);
          const graceMs = env.STOP_GRACE_SECONDS * 1000;
          await Promise.all([close(server, graceMs), workEnded(AbortSignal.timeout(graceMs))]);
        },
      }),
    );
  });
}

/**
 * Closes a connection whose reader takes none of the bytes that wait for it within `server.timeout`. A connection with nothing to send
 * waits for us, not for the reader, and stays open.
 */
function closeWhenUnread(outgoing: ServerResponse): void {
  outgoing.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0 || outgoing.writableLength > 0) socket.destroy();
  });
}

/**
 * Reads the rest of a request's body before closing a connection whose sender asked for that. Node would close it together with the response.
 * A sender such as HAProxy that is still sending the body would then get a connection error instead of an early 401 or 413.
 */
function closeAfterBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { headers, httpVersion } = incoming;
  const hasBody = headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
  if (outgoing.shouldKeepAlive || !hasBody || httpVersion !== "1.1") return;
  outgoing.shouldKeepAlive = true;
  incoming.once("end", () => {
    if (!outgoing.headersSent) outgoing.shouldKeepAlive = false;
    else if (outgoing.writableFinished) incoming.socket.destroySoon();
    else outgoing.once("finish", () => incoming.socket.destroySoon());
  });
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
