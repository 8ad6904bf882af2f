/** At most `max` times within a window of `windowSeconds`. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

const RATE = /^([1-9]\d{0,6})\/([1-9]\d{0,3})([smh])$/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Parses "100/15m": a count, and seconds, minutes or hours. Null for any other text. */
export function parseRateLimit(text: string): RateLimit | null {
  const [, max, length, unit = ""] = RATE.exec(text) ?? [];
  return max === undefined ? null : { max: Number(max), windowSeconds: Number(length) * (UNIT_SECONDS[unit] ?? 1) };
}

/** A provider may assign one customer a whole /48, which has 65,536 /64 networks. A /48 gets this many times the limit of a /64. */
export const WIDE_NETWORK_FACTOR = 8;

const WIDE_PREFIX_GROUPS = 3;
const COUNTED_IPV6 = /^([0-9a-f:]+)::\/64$/;

/** The /48 that contains an IPv6 network in the notation of the limits (`2001:db8:1:2::/64`); null for any other address. */
export function wideNetworkOf(countedAddress: string): string | null {
  const groups = COUNTED_IPV6.exec(countedAddress)?.[1]?.split(":");
  return groups ? `${groups.slice(0, WIDE_PREFIX_GROUPS).join(":")}::/48` : null;
}

/**
 * Pauses after the first, second, … mail of one kind to one address; the last one repeats. Short enough that the owner always gets
 * a link within minutes, long enough that nobody can fill a mailbox.
 */
export const MAIL_BACKOFF_SECONDS: readonly number[] = [60, 60, 120, 300];

/** After this long without a mail the first pause applies again. */
export const MAIL_BACKOFF_RESET_SECONDS = 60 * 60;
