import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { TestApp } from "./start-test-app";

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
