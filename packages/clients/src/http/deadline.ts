export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(limitMs: number) {
    super(`No result within ${limitMs} ms`);
  }
}

/** One shared abort reason: `abort()` without a reason creates an error and its stack each time. */
const WORK_ENDED = new Error("The work has ended");

/**
 * Gives `work` at most `limitMs` milliseconds and then rejects with a `DeadlineError`, even when the work ignores its signal. The signal
 * fires at the deadline and also when the work has ended, which closes whatever the work left open, such as an unread response body.
 */
export async function withDeadline<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(new DOMException("The deadline passed", "TimeoutError")), limitMs);
  // The timer alone must not keep the process alive.
  timer.unref();
  try {
    return await rejectOnAbort(work(signal), signal);
  } catch (cause) {
    throw signal.aborted ? new DeadlineError(limitMs) : cause;
  } finally {
    clearTimeout(timer);
    controller.abort(WORK_ENDED);
  }
}

/** The result of `work`, or a rejection with the signal's reason as soon as it fires, even when the work ignores it. */
export function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
