import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import net from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createDeferred, rejection } from "../../test/upstream";
import { callJson, connections, createConfiguredFetch, type JsonCall, REFUSAL_MAX_BYTES } from "./configured-fetch";

const CALL: JsonCall = { headers: {}, body: undefined, maxBytes: 1_000, timeoutMs: 10_000 };
const SHORT = { ...CALL, timeoutMs: 300 };

// Another file may have left a pool of its own.
beforeAll(() => {
  connections.pool = undefined;
});

/** A server for real connections: nothing intercepts them. */
async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1/tasks?of=me` };
}

describe("callJson", () => {
  it("posts JSON, or gets, and returns status and text", async () => {
    const seen: unknown[] = [];
    const { url } = await listening(async (request, response) => {
      const body = (await request.toArray()).join("");
      const { method, url: path, headers } = request;
      seen.push([method, path, headers["content-type"], headers["x-api-key"], headers["accept-encoding"], body]);
      response.writeHead(201).end('{"id":"é"}');
    });
    const posted = await callJson(url, { ...CALL, headers: { "x-api-key": "k" }, body: { prompt: "ü" } });
    expect(posted).toEqual({ ok: true, status: 201, text: '{"id":"é"}' });
    await callJson(url, CALL);
    expect(seen).toEqual([
      ["POST", "/v1/tasks?of=me", "application/json", "k", "identity", '{"prompt":"ü"}'],
      ["GET", "/v1/tasks?of=me", "application/json", undefined, "identity", ""],
    ]);
  });

  it("uses a connection again, and a new one when the host closed it", async () => {
    let connections = 0;
    const { server, url } = await listening((_request, response) => void response.end("{}"));
    const closed = createDeferred();
    server.on("connection", (socket) => {
      connections += 1;
      socket.on("close", () => closed.resolve());
    });
    for (let call = 0; call < 3; call += 1) {
      await callJson(url, CALL);
      // The connection is free one turn of the event loop later.
      await nextTurn();
    }
    expect(connections).toBe(1);
    server.closeAllConnections();
    await closed.promise;
    await callJson(url, CALL);
    expect(connections).toBe(2);
  });

  it("does not follow a redirect", async () => {
    const { url } = await listening((_request, response) => void response.writeHead(303, { location: "/" }).end());
    expect(await callJson(url, CALL)).toMatchObject({ ok: false, status: 303 });
  });

  it("rejects when the port is closed", async () => {
    const { server, url } = await listening(() => {});
    await new Promise((resolve) => server.close(resolve));
    expect(await rejection(callJson(url, CALL))).toMatchObject({
      name: "UnreachableError",
      cause: { code: "ECONNREFUSED" },
    });
  });

  it("rejects when the connection is closed before a response", async () => {
    const { url } = await listening((request) => void request.socket.destroy());
    expect(await rejection(callJson(url, CALL))).toMatchObject({
      name: "UnreachableError",
      cause: { code: "UND_ERR_SOCKET" },
    });
  });

  it("fails when the connection is lost in the middle of the response", async () => {
    const { url } = await listening((_request, response) => {
      response.write('{"id":', () => response.destroy());
    });
    expect(await rejection(callJson(url, CALL))).toMatchObject({ code: "UND_ERR_SOCKET" });
  });
});

describe("createConfiguredFetch", () => {
  it("survives a broken connection whose body is unread", async () => {
    const { promise: closed, resolve: close } = createDeferred();
    const { url } = await listening((_request, response) => {
      response
        .on("close", close)
        .writeHead(200)
        .write("{", () => response.destroy());
    });
    expect(await createConfiguredFetch(CALL.maxBytes)(url)).toMatchObject({ status: 200 });
    await closed;
    // An unhandled error would fail the run by then.
    await nextTurn();
  });

  it("returns a redirect, and headers that came several times", async () => {
    const { url } = await listening((_request, response) => {
      response.writeHead(302, { location: "/elsewhere", "set-cookie": ["a=1", "b=2"] }).end();
    });
    const { status, headers } = await createConfiguredFetch(CALL.maxBytes)(url);
    expect([status, headers.get("location"), headers.getSetCookie()]).toEqual([302, "/elsewhere", ["a=1", "b=2"]]);
  });
});

describe("a call's bounds", () => {
  it.each([
    ["before the response begins", () => {}],
    ["in the middle of it", (response: ServerResponse) => response.writeHead(200).write("{")],
  ])("closes the connection when the time is up %s", async (_when, begin) => {
    const closed = createDeferred();
    const { url } = await listening((_request, response) => {
      response.on("close", () => closed.resolve());
      begin(response);
    });
    expect(await rejection(callJson(url, SHORT))).toMatchObject({ name: "DeadlineError" });
    await closed.promise;
  });

  it("sends nothing over a connection that is there when the time is up", async () => {
    let requests = 0;
    const { server, url } = await listening(() => {
      requests += 1;
    });
    const connect = vi.spyOn(net, "connect").mockImplementation(() => new net.Socket());
    onTestFinished(() => connect.mockRestore());
    expect(await rejection(callJson(url, { ...SHORT, body: { pay: true } }))).toMatchObject({
      name: "DeadlineError",
    });
    const [socket, options] = [connect.mock.results[0]?.value as net.Socket, connect.mock.calls[0]?.[0]];
    const accepted = once(server, "connection");
    socket.connect(options as unknown as net.TcpNetConnectOpts);
    const [connection] = await accepted;
    await once((connection as net.Socket).resume(), "close");
    expect(requests).toBe(0);
  });

  it("knows a refusal whose text does not arrive by its status", async () => {
    const { url } = await listening((_request, response) => void response.writeHead(429).write("slow"));
    expect(await callJson(url, SHORT)).toEqual({ ok: false, status: 429, text: "" });
  });

  it.each([
    ["a success", 200, CALL.maxBytes],
    ["a refusal", 500, REFUSAL_MAX_BYTES],
  ])("reads %s of %i up to its bound, and closes the connection of a longer one", async (_what, status, maxBytes) => {
    const closed = createDeferred();
    const { url } = await listening((request, response) => {
      const isLonger = request.headers["x-longer"] !== undefined;
      response.writeHead(status).write("x".repeat(maxBytes));
      if (!isLonger) return void response.end();
      response.on("close", () => closed.resolve());
      response.write("x");
    });
    const fetchConfigured = createConfiguredFetch(CALL.maxBytes);
    expect(await (await fetchConfigured(url)).text()).toHaveLength(maxBytes);
    const longer = await fetchConfigured(url, { headers: { "x-longer": "yes" } });
    expect(await rejection(longer.text())).toMatchObject({ name: "UpstreamError", status });
    await closed.promise;
  });

  it("fails a call whose response is longer than its bound", async () => {
    const { url } = await listening((_request, response) => void response.end("x".repeat(CALL.maxBytes + 1)));
    expect(await rejection(callJson(url, CALL))).toMatchObject({ name: "UpstreamError", status: 200 });
  });
});
