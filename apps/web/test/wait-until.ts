import { setTimeout as pause } from "node:timers/promises";

const LOOKS_MAX = 500;
const LOOK_INTERVAL_MS = 10;

/** Polls for a condition that no event announces, up to a bound. Rejects with `what` when it is exceeded. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await isSo()) return;
    await pause(LOOK_INTERVAL_MS);
  }
  throw new Error(`Waited in vain: ${what}`);
}
