import { once } from "node:events";
import { connect } from "node:net";
import type { ApiClient } from "./api-client";
import type { TestApp } from "./start-test-app";

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
