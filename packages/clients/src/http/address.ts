import { z } from "zod";

const HTTP_URL_PATTERN = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** An http(s) address from an external service. Kept unchanged: normalising would break signed addresses. */
export const HttpUrl = z.string().refine((text) => HTTP_URL_PATTERN.test(text) && URL.canParse(text), {
  message: "must be an http(s) address",
});

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };
const ENDS_IN_PORT = /:\d+$/;

/** `host:port` of an http(s) address, with the scheme's default port where it names none. */
export function hostAndPort(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
}

/**
 * Parses the list of hosts that may also be reached on private addresses.
 * @param entries `host:port`, or `host` for ports 80 and 443
 * @returns each as `host:port`
 * @throws TypeError for any other entry
 */
export function allowedHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(entries.flatMap(portsOf));
}

function portsOf(entry: string): string[] {
  if (!URL.canParse(`http://${entry}`) || /[/?#@\\]/.test(entry)) {
    throw new TypeError(`${JSON.stringify(entry)} is neither a host nor host:port`);
  }
  if (ENDS_IN_PORT.test(entry)) return [hostAndPort(`http://${entry}`)];
  return [hostAndPort(`http://${entry}`), hostAndPort(`https://${entry}`)];
}

/** The service must not connect to this address. For the log only: the caller learns no more than that the fetch failed. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}
