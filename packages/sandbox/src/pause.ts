/** Waits `delayMs`, or less when `signal` aborts. Never keeps the process alive. */
export function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, delayMs);
    timer.unref();
    signal?.addEventListener("abort", finish, { once: true });
  });
}
