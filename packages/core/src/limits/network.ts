/** A provider may give one customer a whole /48, which is 65,536 networks of 64 bits: together they may do this many times what one may. */
export const WIDE_NETWORK_FACTOR = 8;

const WIDE_PREFIX_GROUPS = 3;
const COUNTED_IPV6 = /^([0-9a-f:]+)::\/64$/;

/** The /48 around an IPv6 network as limits count it (`2001:db8:1:2::/64`); null for any other address. */
export function wideNetworkOf(countedAddress: string): string | null {
  const groups = COUNTED_IPV6.exec(countedAddress)?.[1]?.split(":");
  return groups ? `${groups.slice(0, WIDE_PREFIX_GROUPS).join(":")}::/48` : null;
}
