import { setTimeout as pause } from "node:timers/promises";

const LOOKS_MAX = 500;
const LOOK_INTERVAL_MS = 10;

/** Looks again and again, up to a bound, for what no event announces. Rejects with `what` was waited for. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    if (await isSo()) return;
    await pause(LOOK_INTERVAL_MS);
  }
  throw new Error(`Waited in vain: ${what}`);
}
