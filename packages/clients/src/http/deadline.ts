export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(limitMs: number) {
    super(`No result within ${limitMs} ms`);
  }
}

/** An abort without a reason makes one, with its stack, for nobody to read. */
const OVER = new Error("The work is over");

/**
 * Gives `work` at most `limitMs` milliseconds and rejects then with a `DeadlineError`, even when the work does not
 * listen to its signal. The signal fires at that moment, and when the work is over: whatever it left open, such as an
 * answer nobody reads, is let go.
 */
export async function withDeadline<T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const error = new DeadlineError(limitMs);
      // Rejected before the abort: the caller learns of the deadline, not of what the abort does to the work.
      reject(error);
      controller.abort(error);
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), expiry]);
  } finally {
    clearTimeout(timer);
    controller.abort(OVER);
  }
}
