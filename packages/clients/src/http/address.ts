import { z } from "zod";

const HTTP_URL_PATTERN = /^https?:\/\/[^\s\p{Cc}]+$/iu;

/** An http(s) address as an outside party gave it, kept to the letter: signed addresses do not survive normalising. */
export const HttpUrl = z.string().refine((text) => HTTP_URL_PATTERN.test(text) && URL.canParse(text), {
  message: "must be an http(s) address",
});

const DEFAULT_PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };
const ENDS_IN_PORT = /:\d+$/;

/** `host:port` of an http(s) address, its scheme's port included. */
export function hostAndPort(address: string | URL): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || DEFAULT_PORTS[protocol]}`;
}

/**
 * The hosts that may be reached on private addresses too, each as `host:port`, or `host` for the ports of http and https.
 * @throws TypeError for what is neither
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

/** An address the service must not go to. For the log: whoever named the address learns only that it could not be fetched. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}
