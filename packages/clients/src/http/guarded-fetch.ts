// Default imports: tests replace members of these objects.
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
/** Lower ports belong to other protocols, some of which would act on an HTTP request. */
const FIRST_UNPRIVILEGED_PORT = 1024;
/** Names that are reserved for one machine or a private network. Refused here, so that a user learns it before the first lookup. */
const NEVER_PUBLIC = /(?:^|\.)(?:localhost|local|internal)\.?$/;
/** Limit for the DNS lookup, the connection and, for https, the TLS handshake together. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** From the start of the request to the response's headers. */
export const HEADERS_TIMEOUT_MS = 30_000;
const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

export interface GuardedFetchOptions {
  /** Hosts, as `host` or `host:port`, that may have private addresses. */
  allowHosts?: readonly string[];
  resolve?: ResolveHost;
  connectTimeoutMs?: number;
  headersTimeoutMs?: number;
}

/**
 * GETs an address that a user or an external service named, or a part of what is there. The body's size is not bounded; the signal ends it.
 * @param range a Range header
 */
export type GuardedFetch = (address: string, signal: AbortSignal, range?: string) => Promise<Response>;

/**
 * The only way to fetch an address that the configuration does not name. Allows public hosts over http(s) and the hosts in `allowHosts`,
 * and checks every redirect again.
 * @throws UpstreamError, AddressRefusedError, or the error that broke the connection
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const guard = createAddressGuard(options);
  const { connectTimeoutMs, headersTimeoutMs } = options;

  return async (address, signal, range) => {
    let url = parseAddress(address);
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const { lookup } = guard(url);
      const response = await outboundRequest(url, { signal, lookup, connectTimeoutMs, headersTimeoutMs, range });
      const target = REDIRECT_STATUSES.has(response.status) ? response.headers.get("location") : null;
      if (target === null) return response;
      await response.body?.cancel();
      url = parseAddress(URL.canParse(target, url) ? new URL(target, url).href : target);
    }
    throw new UpstreamError("The file's address redirects too often");
  };
}

/** A target that may be requested, with the DNS lookup to connect by. */
export interface GuardedTarget {
  /** Whether the target is in `allowHosts`. */
  isAllowed: boolean;
  /** Returns public addresses only; undefined for a host in `allowHosts`. */
  lookup: LookupFunction | undefined;
}

/**
 * Checks the target of one request. The checks of names come with the lookup.
 * @returns a function that throws an AddressRefusedError for an address that must not be requested
 */
export function createAddressGuard(
  options: Pick<GuardedFetchOptions, "allowHosts" | "resolve">,
): (url: URL) => GuardedTarget {
  const allowed = allowedHosts(options.allowHosts ?? []);
  const publicLookup = createPublicLookup(options.resolve ?? resolveBySystem);
  return (url) => {
    const isAllowed = allowed.has(hostAndPort(url));
    if (!isAllowed) assertPublicTarget(url);
    return { isAllowed, lookup: isAllowed ? undefined : publicLookup };
  };
}

/** @throws UpstreamError for another protocol, AddressRefusedError for an address with credentials */
export function parseAddress(address: string): URL {
  if (!HttpUrl.safeParse(address).success) throw new UpstreamError("The file's address is not an http(s) address");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") throw new AddressRefusedError("The address carries credentials");
  return url;
}

/** The checks that need no DNS lookup. A host that is an IP address gets no lookup, so this is its only check. */
function assertPublicTarget(url: URL): void {
  const port = Number(url.port);
  if (url.port !== "" && port < FIRST_UNPRIVILEGED_PORT && !WEB_PORTS.has(port)) {
    throw new AddressRefusedError(`Port ${port} is another protocol's`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (NEVER_PUBLIC.test(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new AddressRefusedError(`${host} is not a public address`);
}

export interface OutboundRequestOptions {
  /** Aborts the request, and the response's body after it. */
  signal: AbortSignal;
  lookup: LookupFunction | undefined;
  connectTimeoutMs?: number | undefined;
  headersTimeoutMs?: number | undefined;
  /** A Range header. */
  range?: string | undefined;
  /** Posted; absent for a GET. */
  post?: { headers: Readonly<Record<string, string>>; body: string };
}

/**
 * One GET or POST on a new connection, without redirects, proxy, cookies or credentials. Uses `node:http` because `fetch` takes no DNS
 * lookup of our own.
 */
export function outboundRequest(url: URL, options: OutboundRequestOptions): Promise<Response> {
  const isHttps = url.protocol === "https:";
  return new Promise((resolve, reject) => {
    const request = (isHttps ? https : http).request(url, {
      agent: false,
      ...(options.post && { method: "POST" }),
      headers: {
        accept: "*/*",
        "accept-encoding": "identity",
        ...(options.range && { range: options.range }),
        ...options.post?.headers,
      },
      signal: options.signal,
      ...(options.lookup && { lookup: options.lookup }),
    });
    const failAfter = (limitMs: number, step: string) =>
      setTimeout(() => request.destroy(new Error(`No ${step} within ${limitMs} ms`)), limitMs);
    const connectTimer = failAfter(options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, "connection");
    const headersTimer = failAfter(options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS, "answer");
    const stopTimers = () => {
      clearTimeout(connectTimer);
      clearTimeout(headersTimer);
    };
    request.once("socket", (socket) =>
      socket.once(isHttps ? "secureConnect" : "connect", () => clearTimeout(connectTimer)),
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
    request.end(options.post?.body);
  });
}

/** @throws RangeError for a status outside 200 to 599 */
function toResponse(message: IncomingMessage): Response {
  const status = message.statusCode ?? 0;
  const headers = toFetchHeaders(message);
  if (NULL_BODY_STATUSES.has(status)) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(Readable.toWeb(message) as ReadableStream<Uint8Array<ArrayBuffer>>, { status, headers });
}

/** Keeps headers that came several times. */
function toFetchHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
