import { Agent, request as openRequest } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { useTestApp } from "../../../test/app";

const app = useTestApp();
/** Like a proxy, which sends the requests of many clients over one connection. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

/** Without draining, the server closes the connection half a second after the response. */
const OBSERVED_MS = 1_000;

function ask(method: string, path: string, body?: Buffer): Promise<{ status: number | undefined; connection: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const headers = body ? { "content-length": body.byteLength, "content-type": "application/json" } : {};
    const outgoing = openRequest({ hostname, port, agent, method, path, headers }, (response) => {
      response.resume();
      response.on("end", () =>
        resolve({ status: response.statusCode, connection: response.headers.connection ?? "keep-alive" }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

describe("a request that is refused before its body is read", () => {
  it.each([1_000, 300_000, 5_000_000])(
    "of %i bytes leaves the connection usable for the next request",
    async (bytes) => {
      const refused = await ask("POST", "/api/image/generate", Buffer.alloc(bytes, "a"));
      expect(refused.status).toBe(401);
      const until = performance.now() + OBSERVED_MS;
      while (performance.now() < until) expect((await ask("GET", "/api/auth/csrf")).status).toBe(200);
    },
  );
});
