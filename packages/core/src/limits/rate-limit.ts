/** At most `max` times within a window of `windowSeconds`. */
export interface RateLimit {
  readonly max: number;
  readonly windowSeconds: number;
}

const RATE = /^([1-9]\d{0,6})\/([1-9]\d{0,3})([smh])$/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Reads "100/15m": a count, and seconds, minutes or hours. Null where the text is something else. */
export function parseRateLimit(text: string): RateLimit | null {
  const [, max, length, unit = ""] = RATE.exec(text) ?? [];
  return max === undefined ? null : { max: Number(max), windowSeconds: Number(length) * (UNIT_SECONDS[unit] ?? 1) };
}
