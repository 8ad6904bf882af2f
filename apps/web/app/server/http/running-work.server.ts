/*
 * Requests and streams of this process that have not ended. Those that are paid for go on when their reader has left: they have no connection
 * that a stopping server would wait for.
 */

const running = new Set<Promise<void>>();

/** Counts the work as running until it has ended. */
export function trackWork<Result>(work: Promise<Result>): Promise<Result> {
  const forget = () => void running.delete(ended);
  const ended: Promise<void> = work.then(forget, forget);
  running.add(ended);
  return work;
}

/** Resolves when no work is running, or when `signal` aborts. */
export async function workEnded(signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  while (running.size > 0 && !signal.aborted) await Promise.race([Promise.all(running), aborted]);
}
