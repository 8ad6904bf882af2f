import { BlockList, isIPv4, isIPv6 } from "node:net";

type Subnet = readonly [network: string, prefix: number];

/** IANA's special-purpose addresses, and one cloud's control address that is in none of its ranges. */
const SPECIAL_IPV4: readonly Subnet[] = [
  ["0.0.0.0", 8], // this network; connects to the machine itself
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carriers' NAT
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // Azure's host agent
  ["169.254.0.0", 16], // link-local, with the clouds' metadata
  ["172.16.0.0", 12],
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16],
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, with broadcast
];

/** All of IPv6 that is routed. Loopback, mapped, compatible, unique local, link-local, site-local and multicast lie outside of it. */
const ROUTED_IPV6: Subnet = ["2000::", 3];

/** What is special within it. */
const SPECIAL_IPV6: readonly Subnet[] = [
  ["2001::", 23], // protocol assignments, with Teredo and benchmarks
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4, which carries any IPv4 address
  ["3fff::", 20], // documentation
];

/** An IPv4 address in IPv6, for hosts that have nothing else: counts as the address it carries. */
const NAT64_PREFIX = "64:ff9b::";
const NAT64: Subnet = [NAT64_PREFIX, 96];

const specialIpv4 = subnets("ipv4", SPECIAL_IPV4);
const specialIpv6 = subnets("ipv6", SPECIAL_IPV6);
const routedIpv6 = subnets("ipv6", [ROUTED_IPV6]);
const nat64 = subnets("ipv6", [NAT64]);

/** Whether an IP address belongs to the public internet; whatever is no address, or has a zone, does not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  if (nat64.check(address, "ipv6")) return isPublicAddress(carriedIpv4(address));
  return routedIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
}

function subnets(family: "ipv4" | "ipv6", ranges: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}

function carriedIpv4(address: string): string {
  // As a host of a URL it has its one shortest form.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = shortest.slice(NAT64_PREFIX.length).split(":");
  const [low = 0, high = 0] = groups.map((group) => Number.parseInt(group || "0", 16)).reverse();
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}
