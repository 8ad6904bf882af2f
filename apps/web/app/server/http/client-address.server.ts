import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { z } from "zod";

const PREFIX_GROUPS = 4;

/**
 * The network address of the client, in the form that rate limits count by. Behind proxies it is the entry of X-Forwarded-For that the
 * outermost trusted proxy added: all entries before it may be forged.
 */
export function readClientAddress(c: Context, trustedProxies: number): string {
  const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((address) => address.trim());
  const proxied = trustedProxies === 0 ? undefined : forwarded.at(-trustedProxies);
  return rateLimitAddress(proxied || getConnInfo(c).remote.address || "unknown");
}

/** An IPv4 address, or the /64 network of an IPv6 address: its owner has all 2^64 addresses in it. */
export function rateLimitAddress(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [withoutZone = ""] = address.toLowerCase().split("%", 1);
  if (!z.ipv6().safeParse(withoutZone).success) return address;
  const [head = "", tail] = withoutZone.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = tail === undefined ? before : [...before, ...zeros, ...after];
  return `${groups.slice(0, PREFIX_GROUPS).join(":")}::/64`;
}
