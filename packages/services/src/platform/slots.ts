import { AppError } from "@app/core/errors";

/** Runs `work` once a slot is free. Users take turns; the work of one user runs in the order of the calls. */
export type Slots = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

export interface SlotBounds {
  running: number;
  waiting: number;
  /** Per user, so that one user cannot occupy all slots. */
  runningPerUser: number;
  waitingPerUser: number;
}

interface UserWork {
  running: number;
  waiting: (() => void)[];
}

/**
 * Bounds how many tasks run at the same time in this process, and how many wait.
 * @throws AppError `rate_limited` when too many wait
 */
export function createSlots(bounds: SlotBounds): Slots {
  let running = 0;
  let waiting = 0;
  /** In the order of their last turn, longest ago first. */
  const users = new Map<string, UserWork>();

  const mayRun = (user: UserWork) => running < bounds.running && user.running < bounds.runningPerUser;
  const moveLast = (userId: string, user: UserWork): void => {
    users.delete(userId);
    users.set(userId, user);
  };
  const serve = (userId: string, user: UserWork): void => {
    running += 1;
    user.running += 1;
    moveLast(userId, user);
  };

  const enter = async (userId: string): Promise<void> => {
    const user = users.get(userId) ?? { running: 0, waiting: [] };
    if (mayRun(user)) return serve(userId, user);
    if (waiting >= bounds.waiting || user.waiting.length >= bounds.waitingPerUser)
      throw new AppError("rate_limited", "Too many uploads at once, try again shortly", { retryAfterSeconds: 1 });
    waiting += 1;
    users.set(userId, user);
    await new Promise<void>((resolve) => user.waiting.push(resolve));
  };

  const leave = (userId: string): void => {
    running -= 1;
    const user = users.get(userId);
    if (user) {
      user.running -= 1;
      moveLast(userId, user);
      if (user.running === 0 && user.waiting.length === 0) users.delete(userId);
    }
    // Hands the slot over synchronously, so that a new call cannot take it first.
    for (const [nextId, next] of users) {
      if (next.waiting.length === 0 || !mayRun(next)) continue;
      waiting -= 1;
      serve(nextId, next);
      next.waiting.shift()?.();
      return;
    }
  };

  return async (userId, work) => {
    await enter(userId);
    try {
      return await work();
    } finally {
      leave(userId);
    }
  };
}
