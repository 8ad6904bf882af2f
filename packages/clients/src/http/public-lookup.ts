import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { AddressRefusedError } from "./address";
import { isPublicAddress } from "./public-address";

export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: ResolveHost = (hostname) => lookup(hostname, { all: true });

/**
 * A lookup for sockets that answers only with public addresses. A socket connects to nothing but what its own lookup answered, so
 * that a name which changes between being checked and being connected to leads nowhere else. One private address among several
 * refuses them all: such a name is a trap or a mistake.
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
