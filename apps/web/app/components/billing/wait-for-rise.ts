export const BALANCE_POLL_INTERVAL_MS = 2_000;
/** A payment that has not arrived after so many looks may need minutes; the reader is told so. */
export const BALANCE_POLLS_MAX = 30;

/**
 * Looks at a balance until it is above `before`. A look that fails is one that saw nothing.
 * @returns whether it rose within the allowed looks; false also once `signal` aborts
 */
export async function waitForRise(look: () => Promise<number>, before: number, signal: AbortSignal): Promise<boolean> {
  for (let looks = 0; looks < BALANCE_POLLS_MAX && !signal.aborted; looks++) {
    if (looks > 0) await pause(BALANCE_POLL_INTERVAL_MS, signal);
    const credits = await look().catch(() => before);
    if (credits > before) return !signal.aborted;
  }
  return false;
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, durationMs);
    signal.addEventListener("abort", end);
  });
}
