import { AppError } from "@app/core/errors";

/** Runs `work` once a slot is free, in the order of asking. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Bounds how much of something runs at once in this process, and how much waits for it.
 * @throws AppError `rate_limited` when too many wait
 */
export function createSlots(runningMax: number, waitingMax: number): Slots {
  let running = 0;
  const waiting: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (running < runningMax) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax) throw new AppError("rate_limited", "Too many uploads at once, try again shortly");
    // Whoever leaves hands over the slot, so that nobody who comes meanwhile takes it.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
