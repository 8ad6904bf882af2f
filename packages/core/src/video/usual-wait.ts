/** How long videos usually take, in whole minutes. */
export interface UsualWait {
  fromMinutes: number;
  /** At least `fromMinutes`. */
  toMinutes: number;
}

/** With fewer finished videos there is nothing to say. */
const SAMPLES_MIN = 5;
/** The usual range leaves out the fastest and the slowest tenth. */
const FAST = 0.1;
const SLOW = 0.9;
const SECONDS_PER_MINUTE = 60;

/**
 * @param seconds how long finished videos took, in any order
 * @returns null for fewer than five
 */
export function usualWait(seconds: readonly number[]): UsualWait | null {
  if (seconds.length < SAMPLES_MIN) return null;
  const sorted = seconds.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const fromMinutes = Math.max(1, Math.floor(at(FAST) / SECONDS_PER_MINUTE));
  return { fromMinutes, toMinutes: Math.max(fromMinutes, Math.ceil(at(SLOW) / SECONDS_PER_MINUTE)) };
}
