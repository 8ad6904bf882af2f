import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { delay, HttpResponse, http, type JsonBodyType, passthrough } from "msw";
import { type SetupServer, setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, onTestFinished } from "vitest";
import { relayUndici } from "./undici-relay";

/** Intercepts all outbound requests of a test file. A request without a handler fails its test. */
export function interceptOutbound(): SetupServer {
  relayUndici();
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

export interface CapturedRequest {
  method: string;
  url: string;
  headers: Headers;
  body: unknown;
}

/** Responds to every request to `address` with `respond`, and returns the requests in order. */
export function respondAt(
  server: SetupServer,
  address: string,
  respond: () => Response | Promise<Response>,
): CapturedRequest[] {
  const seen: CapturedRequest[] = [];
  server.use(
    http.all(address, async ({ request }) => {
      const text = await request.clone().text();
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: text.startsWith("{") ? JSON.parse(text) : text });
      return respond();
    }),
  );
  return seen;
}

export const json = (body: JsonBodyType, status = 200): Response => HttpResponse.json(body, { status });
export const html = (status: number): Response => HttpResponse.html("<h1>Bad gateway at 10.0.0.7</h1>", { status });
export const badJson = (): Response =>
  new HttpResponse('{"url": ', { headers: { "content-type": "application/json" } });
export const empty = (): Response => new HttpResponse(null, { status: 200 });
export const unreachable = (): Response => HttpResponse.error();
export const neverResponds = async (): Promise<Response> => {
  await delay("infinite");
  return empty();
};

/** A response whose body sends `head` and then stalls. */
export function stalledBody(head: string, contentType: string): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
  });
  return new HttpResponse(body, { headers: { "content-type": contentType } });
}

/** A response whose body never ends. */
export function endlessBody(contentType: string): Response {
  const block = new Uint8Array(64 * 1024).fill(0x20);
  const body = new ReadableStream<Uint8Array>({
    // One block per turn of the event loop, so that a reader can stop in between.
    pull: async (controller) => {
      await nextTurn();
      controller.enqueue(block);
    },
  });
  return new HttpResponse(body, { headers: { "content-type": contentType } });
}

/** A real HTTP server for tests that need real connections, such as a reset. Closed when the test ends. */
export async function realServer(server: SetupServer, listener: RequestListener): Promise<string> {
  const upstream = createServer(listener).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  onTestFinished(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const address = upstream.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  server.use(http.all(`${origin}/*`, () => passthrough()));
  return origin;
}

/** A promise with its resolve function, to await an event. */
export function createDeferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

/** The reason a promise was rejected with. Throws when it was fulfilled. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ rejected: false, reason: undefined }),
    (reason: unknown) => ({ rejected: true, reason }),
  );
  if (!outcome.rejected) throw new Error("Expected a rejection");
  return outcome.reason;
}
