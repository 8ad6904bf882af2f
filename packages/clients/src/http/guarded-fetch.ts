import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { AddressRefusedError, allowedHosts, HttpUrl, hostAndPort } from "./address";
import { createPublicLookup, isPublicAddress, type ResolveHost, resolveBySystem } from "./public-address";
import { UpstreamError } from "./upstream-error";

const REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);
/** Below are other protocols, some of which make sense of a request. */
const FIRST_UNPRIVILEGED_PORT = 1024;

export interface GuardedFetchOptions {
  /** Hosts, as `host` or `host:port`, that are reached wherever they are. */
  allowHosts?: readonly string[];
  resolve?: ResolveHost;
  connectTimeoutMs?: number;
  headersTimeoutMs?: number;
}

/** GETs an address that a user or another party named. The body is not bounded, the signal ends it. */
export type GuardedFetch = (address: string, signal: AbortSignal) => Promise<Response>;

/**
 * The only way to an address the configuration does not name: public hosts over http(s) and the allowed ones, at every redirect anew.
 * Rejects with an `UpstreamError`, an `AddressRefusedError`, or what broke the connection.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const allowed = allowedHosts(options.allowHosts ?? []);
  const publicLookup = createPublicLookup(options.resolve ?? resolveBySystem);
  const { connectTimeoutMs, headersTimeoutMs } = options;

  return async (address, signal) => {
    let url = parseAddress(address);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const isAllowed = allowed.has(hostAndPort(url));
      if (!isAllowed) assertPublicTarget(url);
      const lookup = isAllowed ? undefined : publicLookup;
      const response = await outboundGet(url, { signal, lookup, connectTimeoutMs, headersTimeoutMs });
      const target = REDIRECT_STATUSES.has(response.status) ? response.headers.get("location") : null;
      if (target === null) return response;
      await response.body?.cancel();
      url = parseAddress(URL.canParse(target, url) ? new URL(target, url).href : target);
    }
    throw new UpstreamError("The file's address redirects too often");
  };
}

function parseAddress(address: string): URL {
  if (!HttpUrl.safeParse(address).success) throw new UpstreamError("The file's address is not an http(s) address");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") throw new AddressRefusedError("The address carries credentials");
  return url;
}

/** What can be told without looking the name up. For an address in digits, which no lookup is made for, that is all. */
function assertPublicTarget(url: URL): void {
  const port = Number(url.port);
  if (url.port !== "" && port < FIRST_UNPRIVILEGED_PORT && !WEB_PORTS.has(port)) {
    throw new AddressRefusedError(`Port ${port} is another protocol's`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefusedError(`${host} is not a public address`);
}

// As objects, whose members tests replace.

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

/** A message's headers as `fetch` has them, those that came several times included. */
export function toFetchHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
