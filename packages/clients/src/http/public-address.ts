import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { AddressRefusedError } from "./address";

/** Azure's host agent: a control address that is in no special-purpose range. */
const AZURE_HOST_AGENT = "168.63.129.16";
/** All of IPv6 that is routed. IPv4-mapped, IPv4-compatible and unassigned addresses are outside of it. */
const ROUTED_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** NAT64: an IPv4 address inside an IPv6 address, for hosts that only have IPv6. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");
const NAT64_PREFIX_BYTES = 12;

/** Whether an IP address belongs to the public internet. False for text that is no address, and for addresses with a zone. */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicIpv4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address) || address.includes("%")) return false;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(ipv6.toByteArray().slice(NAT64_PREFIX_BYTES)));
  return ipv6.match(ROUTED_IPV6) && ipv6.range() === "unicast";
}

function isPublicIpv4(ipv4: ipaddr.IPv4): boolean {
  return ipv4.range() === "unicast" && ipv4.toString() !== AZURE_HOST_AGENT;
}

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * A lookup for sockets that returns only public addresses. The socket connects to exactly the addresses that were checked, so a name
 * that changes between the check and the connection (DNS rebinding) leads nowhere else. One private address among several refuses all of
 * them: such a name is an attack or a mistake.
 */
export function createPublicLookup(resolve: ResolveHost): LookupFunction {
  return (hostname, options, callback) => {
    resolvePublic(resolve, hostname).then(
      ([first, ...others]) =>
        options.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family),
      (cause) => callback(cause, []),
    );
  };
}

async function resolvePublic(resolve: ResolveHost, hostname: string): Promise<[LookupAddress, ...LookupAddress[]]> {
  const [first, ...others] = await resolve(hostname);
  if (!first) throw new AddressRefusedError(`${hostname} has no address`);
  for (const { address } of [first, ...others]) {
    if (!isPublicAddress(address)) throw new AddressRefusedError(`${hostname} has the address ${address}`);
  }
  return [first, ...others];
}
