import { once } from "node:events";
import http, { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import { Agent } from "undici";
import { connections } from "../src/http/configured-fetch";

const LOOPBACK = "127.0.0.1";

let relay: Promise<Agent> | undefined;

/**
 * Makes msw see the requests that go out over undici: msw intercepts `node:http`, but not undici. Connections to any host but 127.0.0.1
 * end at a local server that repeats each request over `node:http`.
 */
export function relayUndici(): void {
  relay ??= openRelay();
  connections.pool = relay;
}

async function openRelay(): Promise<Agent> {
  /** Origin that a connection is meant for, by the connection's local port. */
  const origins = new Map<number | undefined, string>();
  const server = createServer((request, response) => {
    repeatRequest(`${origins.get(request.socket.remotePort)}${request.url}`, request, response);
  }).listen(0, LOOPBACK);
  await once(server, "listening");
  server.unref();
  const { port: relayPort } = server.address() as AddressInfo;
  return new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ protocol, hostname, port }, callback) => {
      const isDirect = hostname === LOOPBACK;
      const socket: Socket = connect(isDirect ? Number(port || 80) : relayPort, LOOPBACK, () => {
        origins.set(socket.localPort, `${protocol}//${hostname}${port ? `:${port}` : ""}`);
        callback(null, socket);
      });
      socket.once("error", (error) => callback(error, null));
    },
  });
}

function repeatRequest(url: string, request: IncomingMessage, response: ServerResponse): void {
  const { method } = request;
  // With this header, msw ends no response that has no length.
  const { connection: _connection, ...headers } = request.headers;
  const repeated = (url.startsWith("https:") ? https : http).request(
    url,
    { method, headers, agent: false },
    (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      // A failure of the stream reaches the client as a broken connection.
      pipeline(upstream, response, () => undefined);
    },
  );
  repeated.on("error", () => response.destroy());
  response.once("close", () => repeated.destroy());
  request.pipe(repeated);
}
