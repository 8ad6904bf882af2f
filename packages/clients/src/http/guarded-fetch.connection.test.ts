import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { closeServer } from "../../test/ssrf-servers";
import { rejection } from "../../test/upstream";
import { outboundRequest } from "./guarded-fetch";

const signal = () => AbortSignal.timeout(10_000);
const never: LookupFunction = () => undefined;

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => closeServer(server));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b`);
}

describe("outboundRequest", () => {
  it("requests the address alone, on a new connection", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push([request.method, request.url, request.headers, request.socket.remotePort]);
      response.end("a file");
    });
    for (const _ of [1, 2])
      expect(await (await outboundRequest(url, { signal: signal(), lookup: undefined })).text()).toBe("a file");
    const headers = { host: url.host, accept: "*/*", "accept-encoding": "identity", connection: "close" };
    expect(seen).toEqual([
      ["GET", "/a?b", headers, expect.any(Number)],
      ["GET", "/a?b", headers, expect.any(Number)],
    ]);
    expect(new Set(seen.map((request) => (request as unknown[])[3])).size).toBe(2);
  });

  it("gives up on a name that is not resolved in time", async () => {
    const url = new URL("http://files.test/");
    const error = await rejection(outboundRequest(url, { signal: signal(), lookup: never, connectTimeoutMs: 30 }));
    expect(error).toMatchObject({ message: "No connection within 30 ms" });
  });

  it("gives up on a connection that is not secured in time", async () => {
    const silent = createTcpServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const url = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
    const error = await rejection(outboundRequest(url, { signal: signal(), lookup: undefined, connectTimeoutMs: 30 }));
    expect(error).toMatchObject({ message: "No connection within 30 ms" });
  });

  it("gives up on a response that does not begin in time, and closes the connection", async () => {
    const closed: Promise<unknown>[] = [];
    const url = await serve((request) => void closed.push(once(request.socket, "close")));
    const error = await rejection(outboundRequest(url, { signal: signal(), lookup: undefined, headersTimeoutMs: 30 }));
    expect(error).toMatchObject({ message: "No answer within 30 ms" });
    await Promise.all(closed);
  });

  it("ends when its signal fires", async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort());
    expect(await rejection(outboundRequest(url, { signal: controller.signal, lookup: undefined }))).toMatchObject({
      name: "AbortError",
    });
  });

  it.each([204, 304])("passes a response of status %d, which has no body", async (status) => {
    const url = await serve((_request, response) => void response.writeHead(status).end());
    expect(await outboundRequest(url, { signal: signal(), lookup: undefined })).toMatchObject({ status, body: null });
  });

  it("refuses an invalid status", async () => {
    const url = await serve((request) => void request.socket.end("HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n"));
    expect(await rejection(outboundRequest(url, { signal: signal(), lookup: undefined }))).toBeInstanceOf(RangeError);
  });
});
