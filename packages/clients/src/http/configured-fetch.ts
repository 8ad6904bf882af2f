import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { rejectOnAbort, withDeadline } from "./deadline";
import { UpstreamError } from "./upstream-error";

/** Error responses are read up to this size, whatever the call's own bound is. */
export const REFUSAL_MAX_BYTES = 64 * 1024;
/** Keep-alive timeout when the server sends no Keep-Alive header. */
const KEEP_ALIVE_MS = 4_000;

/** The connection pool, opened by the first request. An object, so that tests can set another. */
export const connections: { pool?: Promise<Dispatcher> | undefined } = {};

/** Loads undici with the first request: it takes 10 MB. */
async function openConnections(): Promise<Dispatcher> {
  const { Agent } = await import("undici");
  // Every call has a deadline of its own for the headers and the body together.
  return new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0 });
}

/** No response: the host could not be reached, or it closed the connection before the headers. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
}

interface ConfiguredRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** Aborts the request, and the response's body after it. */
  signal?: AbortSignal | null | undefined;
}

/**
 * One request to a host that the configuration names, on whatever address. Follows no redirect, which would carry the key and the request
 * to a host that nobody configured, and asks for an uncompressed body.
 * @throws UnreachableError, or the signal's reason
 */
async function sendRequest(url: string, request: ConfiguredRequest): Promise<Dispatcher.ResponseData> {
  connections.pool ??= openConnections();
  const dispatcher = await connections.pool;
  const { origin, pathname, search } = new URL(url);
  const signal = request.signal ?? null;
  const pending = dispatcher.request({
    origin,
    path: pathname + search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { "accept-encoding": "identity", ...request.headers },
    body: request.body,
    signal,
  });
  try {
    // undici looks at the signal only once it is connected.
    const response = await (signal ? rejectOnAbort(pending, signal) : pending);
    // A body that nobody reads must not end the process when its connection breaks. Readers get the error all the same.
    response.body.on("error", () => undefined);
    return response;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new UnreachableError("No response from the host", { cause });
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Reads a response's body as text.
 * @param maxBytes bound of a success; a refusal has `REFUSAL_MAX_BYTES`
 * @throws UpstreamError beyond the bound, or the error that broke the connection
 */
async function readText(body: Readable, status: number, maxBytes: number): Promise<string> {
  const limit = isSuccess(status) ? maxBytes : REFUSAL_MAX_BYTES;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop destroys the body and closes its connection.
    if (bytes > limit) throw new UpstreamError("The answer is too large", { status });
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

export interface JsonCall {
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON with POST; undefined sends a GET. */
  body: object | undefined;
  /** Largest body of a successful response, in bytes. */
  maxBytes: number;
  /** From the call to the last byte of the response, in milliseconds. */
  timeoutMs: number;
}

export interface JsonCallResponse {
  ok: boolean;
  status: number;
  /** The body. Empty for a refusal whose body could not be read. */
  text: string;
}

/**
 * One call of a JSON API at a host that the configuration names.
 * @throws UnreachableError, DeadlineError, UpstreamError for a body beyond `maxBytes`, or the error that broke the connection
 */
export async function callJson(url: string, call: JsonCall): Promise<JsonCallResponse> {
  let status = 0;
  try {
    return await withDeadline(call.timeoutMs, async (signal) => {
      const response = await sendRequest(url, {
        method: call.body ? "POST" : "GET",
        headers: { "content-type": "application/json", accept: "application/json", ...call.headers },
        body: call.body ? JSON.stringify(call.body) : null,
        signal,
      });
      status = response.statusCode;
      const text = await readText(response.body, status, call.maxBytes);
      return { ok: isSuccess(status), status, text };
    });
  } catch (cause) {
    // A refusal is known by its status, even when its body breaks off.
    if (status !== 0 && !isSuccess(status)) return { ok: false, status, text: "" };
    throw cause;
  }
}

/** The parts of a `Response` that our callers and the openai client read, with a Node stream as its body. */
export interface ConfiguredResponse {
  ok: boolean;
  status: number;
  headers: Headers;
  /** Not bounded. Read either the body or, once, `text` or `json`. */
  body: Readable;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

export type ConfiguredFetch = (
  url: string | URL | Request,
  init?: Pick<RequestInit, "method" | "headers" | "body" | "signal">,
) => Promise<ConfiguredResponse>;

/**
 * A `fetch` for hosts that the configuration names. A redirect is returned as the response it is. The body is a Node stream: as a web
 * stream, reading a chat of 20 chunks takes 2.0 ms of CPU instead of 1.4.
 * @param maxBytes of a successful response that is read as text; refusals have a bound of their own
 */
export function createConfiguredFetch(maxBytes: number): ConfiguredFetch {
  return async (url, { method = "GET", headers, body, signal } = {}) => {
    const response = await sendRequest(url instanceof Request ? url.url : String(url), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === "string" ? body : null,
      signal,
    });
    const status = response.statusCode;
    const text = () => readText(response.body, status, maxBytes);
    return {
      ok: isSuccess(status),
      status,
      headers: toFetchHeaders(response.headers),
      body: response.body,
      text,
      json: async () => JSON.parse(await text()),
    };
  };
}

function toFetchHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const single of [value ?? []].flat()) headers.append(name, single);
  }
  return headers;
}
