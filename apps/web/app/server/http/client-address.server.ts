import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { z } from "zod";

const PREFIX_GROUPS = 4;

/**
 * The network address a request came from. Behind proxies it is what the outermost of them wrote at the end of X-Forwarded-For: all
 * before that may be made up by the sender.
 */
export function readClientAddress(c: Context, trustedProxies: number): string {
  const forwarded = (c.req.header("x-forwarded-for") ?? "").split(",").map((address) => address.trim());
  const told = trustedProxies === 0 ? undefined : forwarded.at(-trustedProxies);
  return rateLimitAddress(told || getConnInfo(c).remote.address || "unknown");
}

/** Whoever has one IPv6 address has 2^64 of them: they count as one. */
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
