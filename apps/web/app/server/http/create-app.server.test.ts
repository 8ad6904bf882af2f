import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../../../test/app";

const app = useTestApp();

/** Unless the rest of the body is read, the connection is closed half a second after the response. */
const OBSERVED_MS = 1_000;
const NEXT_REQUEST = "GET /api/auth/csrf HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/** Two requests over one connection, as a proxy sends those of several clients. Resolves to all that the server sends. */
function requestTwice(path: string, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8");
    socket.on("data", (text: string) => {
      received += text;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
    socket.once("data", async () => {
      socket.write(body.subarray(bytes / 2));
      await pause(OBSERVED_MS);
      socket.write(NEXT_REQUEST);
    });
    const body = Buffer.alloc(bytes, "a");
    const headers = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes}`;
    socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
    socket.write(body.subarray(0, bytes / 2));
  });
}

describe("a request that is refused before its body is read", () => {
  it.each([1_000, 300_000, 5_000_000])(
    "of %i bytes leaves the connection usable for the next request",
    async (bytes) => {
      const received = await requestTwice("/api/image/generate", bytes);
      expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
    },
  );
});
