export const POLL_INTERVAL_MS = 2_000;
/** What has not come after so many looks may need minutes; the reader is told so. */
export const POLLS_MAX = 30;

/**
 * Looks until there is something to see. A look that fails is one that saw nothing.
 * @returns what was seen; null when the allowed looks are over or `signal` aborts
 */
export async function pollUntil<Seen>(look: () => Promise<Seen | null>, signal: AbortSignal): Promise<Seen | null> {
  for (let looks = 0; looks < POLLS_MAX && !signal.aborted; looks++) {
    if (looks > 0) await sleep(POLL_INTERVAL_MS, signal);
    const seen = await look().catch(() => null);
    if (seen !== null) return signal.aborted ? null : seen;
  }
  return null;
}

function sleep(durationMs: number, signal: AbortSignal): Promise<void> {
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
