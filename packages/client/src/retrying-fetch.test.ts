import { describe, expect, it } from "vitest";
import { GenmintError } from "./genmint-error.ts";
import { retryingFetch } from "./retrying-fetch.ts";

type Outcome = Response | Error;
const URL = "https://genmint.example/api/image/generate";

/** A service that responds or fails like this, one request after the other. */
function service(...outcomes: Outcome[]) {
  const keys: (string | null)[] = [];
  const bodies: string[] = [];
  const pauses: number[] = [];
  const send = retryingFetch({
    maxRetries: 2,
    fetch: async (request) => {
      keys.push(request.headers.get("idempotency-key"));
      bodies.push(await request.text());
      const outcome = outcomes.shift();
      if (outcome instanceof Response) return outcome;
      throw outcome ?? new Error("asked too often");
    },
    sleep: async (ms, signal) => {
      signal.throwIfAborted();
      pauses.push(ms);
    },
  });
  return { send, keys, bodies, pauses };
}

const post = (init: RequestInit = {}) => new Request(URL, { method: "POST", body: "{}", ...init });
const conflict = () => new Response(null, { status: 409 });
const busy = (headers = {}) => new Response(null, { status: 429, headers });

const proxyPage = (status: number) =>
  new Response("<h1>Bad Gateway</h1>", { status, headers: { "content-type": "text/html" } });

describe("retryingFetch", () => {
  it.each([502, 504])(
    "repeats with the same key when a proxy says %i and the first request still runs",
    async (status) => {
      const { send, keys } = service(proxyPage(status), conflict(), Response.json({}));
      expect((await send(post())).status).toBe(200);
      expect(new Set(keys).size).toBe(1);
    },
  );

  it("leaves the service's own 502 to the caller", async () => {
    const { send, keys } = service(Response.json({ error: "Failed" }, { status: 502 }));
    expect((await send(post())).status).toBe(502);
    expect(keys).toHaveLength(1);
  });

  it("repeats with the same key and body", async () => {
    const { send, keys, bodies } = service(busy(), new TypeError("fetch failed"), Response.json({}));
    expect((await send(post())).status).toBe(200);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(bodies).toEqual(["{}", "{}", "{}"]);
  });

  it("keeps the caller's key, and gives a GET none", async () => {
    const posted = service(Response.json({}));
    await posted.send(post({ headers: { "idempotency-key": "mine" } }));
    expect(posted.keys).toEqual(["mine"]);
    const read = service(Response.json({}));
    await read.send(new Request(URL));
    expect(read.keys).toEqual([null]);
  });

  it("waits as long as Retry-After says, else longer each time", async () => {
    const told = service(busy({ "retry-after": "7" }), new Response(null, { status: 503 }), Response.json({}));
    await told.send(post());
    expect(told.pauses[0]).toBe(7_000);
    expect(told.pauses[1]).toBeGreaterThanOrEqual(500);
    expect(told.pauses[1]).toBeLessThanOrEqual(1_000);
  });

  it("leaves a long Retry-After and other statuses to the caller", async () => {
    const long = service(busy({ "retry-after": "3600" }));
    expect((await long.send(post())).status).toBe(429);
    const failed = service(new Response(null, { status: 500 }));
    expect((await failed.send(post())).status).toBe(500);
  });

  it("gives up after the last repetition", async () => {
    const refused = service(busy(), busy(), busy());
    expect((await refused.send(post())).status).toBe(429);
    const lost = service(new TypeError("one"), new TypeError("two"), new TypeError("three"));
    await expect(lost.send(post())).rejects.toThrow(GenmintError);
    expect(lost.keys).toHaveLength(3);
  });

  it("repeats a request whose response breaks off", async () => {
    const broken = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"url":'));
        controller.error(new TypeError("terminated"));
      },
    });
    const { send, keys } = service(new Response(broken), Response.json({ url: "image" }, { headers: { "x-a": "1" } }));
    const response = await send(post());
    expect([await response.json(), response.headers.get("x-a")]).toEqual([{ url: "image" }, "1"]);
    expect(new Set(keys).size).toBe(1);
  });

  it("returns a stream before its end", async () => {
    const endless = new ReadableStream();
    const { send } = service(new Response(endless, { headers: { "content-type": "text/event-stream" } }));
    expect((await send(post())).body).toBe(endless);
  });

  it("goes on asking for the response of a request whose connection was lost while that still runs", async () => {
    const lost = service(new TypeError("lost"), conflict(), Response.json({}));
    expect((await lost.send(post())).status).toBe(200);
    expect(new Set(lost.keys).size).toBe(1);
    const refused = service(conflict());
    expect((await refused.send(post())).status).toBe(409);
  });

  it("ends with the caller's signal", async () => {
    const controller = new AbortController();
    const { send, keys } = service(busy());
    const sent = send(post({ signal: controller.signal }));
    controller.abort(new Error("enough"));
    await expect(sent).rejects.toThrow("enough");
    expect(keys.length).toBeLessThanOrEqual(1);
  });
});
