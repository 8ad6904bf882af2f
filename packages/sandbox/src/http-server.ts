import { once } from "node:events";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Hono } from "hono";

export interface HttpServer {
  /** The actual port. */
  port: number;
  stop(): Promise<void>;
}

/** Serves an app. A response of type "error" and an event stream that fails break the connection. */
export async function listen(app: Hono, port: number, host: string): Promise<HttpServer> {
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      const { socket } = (env as HttpBindings).incoming;
      const response = await app.fetch(request, env);
      if (response.type === "error") {
        socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
      return isEventStream(response) ? new Response(breakingOnError(response, socket), response) : response;
    },
  }) as Server;
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    stop: () => stopServer(server),
  };
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

/** By default the server would write the error's text into the stream and end it normally. */
function breakingOnError(response: Response, socket: Socket): ReadableStream<Uint8Array> | null {
  const reader = response.body?.getReader();
  if (!reader) return null;
  return new ReadableStream({
    async pull(controller) {
      const next = await reader.read().catch(() => null);
      if (next === null) socket.destroy();
      if (next === null || next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function stopServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
