import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ApiClient } from "./api-client";
import type { TestApp } from "./app";

/** A request over a bare socket, sent at the test's own pace. */
export interface OpenRequest {
  readonly socket: Socket;
  /** The bytes received so far. */
  received(): string;
  /** Resolves with the status when it has been received, or with null when the connection closes without one. */
  status(): Promise<number | null>;
  readonly closed: Promise<void>;
}

const STATUS_LINE = /^HTTP\/1\.1 (\d{3})/;

/**
 * Opens a connection and sends the head of a request.
 * @param headers besides host; the body is sent by writing to the socket
 */
export async function openRequest(
  app: TestApp,
  request: string,
  headers: Readonly<Record<string, string | number>> = {},
): Promise<OpenRequest> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  // Tests expect the server to close connections.
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
 * Sends a POST over a bare socket and reads the response only after the last byte, as simple clients do: they lose a
 * response that comes with a connection reset.
 * @returns status line, headers and body as received; rejects when the connection breaks
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
