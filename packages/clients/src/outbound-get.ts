// As objects, whose members tests replace.
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { toFetchHeaders } from "./message-headers";

/** The name looked up, the connection made and, for https, secured. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** From the start to the answer's headers. */
export const HEADERS_TIMEOUT_MS = 30_000;
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

export interface OutboundGetOptions {
  /** Ends the request, and the body after it. */
  signal: AbortSignal;
  lookup: LookupFunction | undefined;
  connectTimeoutMs?: number | undefined;
  headersTimeoutMs?: number | undefined;
}

/**
 * One GET over a connection of its own, without a redirect followed, a proxy, a cookie or a credential. `node:http` and not `fetch`,
 * which cannot be told how to look a name up.
 */
export function outboundGet(url: URL, options: OutboundGetOptions): Promise<Response> {
  const isHttps = url.protocol === "https:";
  const { promise, resolve, reject } = createDeferred<Response>();
  const request = (isHttps ? https : http).request(url, {
    agent: false,
    headers: { accept: "*/*", "accept-encoding": "identity" },
    signal: options.signal,
    ...(options.lookup && { lookup: options.lookup }),
  });
  const giveUpAfter = (limitMs: number, step: string) =>
    setTimeout(() => request.destroy(new Error(`No ${step} within ${limitMs} ms`)), limitMs);
  const connecting = giveUpAfter(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, "connection");
  const waiting = giveUpAfter(options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS, "answer");
  const stopTimers = () => {
    clearTimeout(connecting);
    clearTimeout(waiting);
  };
  request.once("socket", (socket) =>
    socket.once(isHttps ? "secureConnect" : "connect", () => clearTimeout(connecting)),
  );
  request.once("response", (message) => {
    stopTimers();
    try {
      resolve(toResponse(message));
    } catch (cause) {
      request.destroy();
      reject(cause);
    }
  });
  request.once("close", stopTimers);
  request.on("error", reject);
  request.end();
  return promise;
}

/** @throws RangeError for a status no answer may have */
function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = toFetchHeaders(message);
  if (NULL_BODY_STATUSES.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (cause: unknown) => void = () => undefined;
  const promise = new Promise<T>((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
