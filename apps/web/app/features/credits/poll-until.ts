export const POLL_INTERVAL_MS = 2_000;
/** One minute in all. */
export const POLLS_MAX = 30;

/**
 * Polls until there is a result. A poll that fails counts as one without a result.
 * @returns the result, or null after the last poll or when `signal` aborts
 */
export async function pollUntil<Result>(
  poll: () => Promise<Result | null>,
  signal: AbortSignal,
): Promise<Result | null> {
  for (let count = 0; count < POLLS_MAX && !signal.aborted; count++) {
    if (count > 0) await sleep(POLL_INTERVAL_MS, signal);
    const result = await poll().catch(() => null);
    if (result !== null) return signal.aborted ? null : result;
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
