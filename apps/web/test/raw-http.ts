import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ApiClient } from "./api-client";
import type { TestApp } from "./app";

/** A request over a bare socket, in the sender's own time. */
export interface OpenRequest {
  readonly socket: Socket;
  /** Bytes as they came, until `closed`. */
  received(): string;
  /** Resolves with the status once it has come, and with null when the connection closes without one. */
  status(): Promise<number | null>;
  readonly closed: Promise<void>;
}

const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;

/**
 * Opens a connection and sends a request's head.
 * @param headers besides host; a body is sent by writing to the socket
 */
export async function openRequest(
  app: TestApp,
  request: string,
  headers: Readonly<Record<string, string | number>> = {},
): Promise<OpenRequest> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // A connection that the server cuts is what tests look for.
  socket.on("error", () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  await once(socket, "connect");
  let text = "";
  const came = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      resolve();
    });
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${[`${request} HTTP/1.1`, `host: ${hostname}:${port}`, ...lines].join("\r\n")}\r\n\r\n`);
  return {
    socket,
    closed,
    received: () => text,
    status: async () => {
      await Promise.race([came, closed]);
      const status = STATUS_LINE.exec(text)?.[1];
      return status === undefined ? null : Number(status);
    },
  };
}

/**
 * A POST over a bare socket that looks at the answer only after its last byte, as simple clients do: an answer that comes with a
 * reset connection is lost on it. Returns status line, headers and body as they came; rejects when the connection breaks.
 */
export async function rawPost(
  app: TestApp,
  client: ApiClient,
  path: string,
  contentType: string,
  parts: readonly Uint8Array[],
): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, "connect");
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${hostname}:${port}`,
    `cookie: ${client.cookieHeader}`,
    `content-type: ${contentType}`,
    `content-length: ${length}`,
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  for (const part of parts) if (!socket.write(part)) await once(socket, "drain");
  const received: Buffer[] = [];
  for await (const chunk of socket) received.push(chunk);
  return Buffer.concat(received).toString("utf8");
}
