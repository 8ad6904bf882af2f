import { isIP } from "node:net";
import { AddressRefusedError } from "./address-refused-error";
import { allowedHosts, hostAndPort } from "./allowed-hosts";
import { HttpUrl } from "./http-url";
import { outboundGet } from "./outbound-get";
import { isPublicAddress } from "./public-address";
import { createPublicLookup, type ResolveHost, resolveBySystem } from "./public-lookup";
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
