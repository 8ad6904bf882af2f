import { performance } from "node:perf_hooks";

const LOOKED_AT_EVERY_MS = 1_000;
/** Share of its time that a process has work to do, from which on it is busy: whoever waits a moment meets others. */
const BUSY_FROM = 0.4;
/** From here on it falls behind. */
const OVERLOADED_FROM = 0.9;

let utilization = 0;
let before = performance.eventLoopUtilization();

/** Whether this process had much to do for a whole second, just now: a page that takes long to draw does not make it so. */
export function isProcessBusy(): boolean {
  return utilization >= BUSY_FROM;
}

/** Whether it had more to do than it can. */
export function isProcessOverloaded(): boolean {
  return utilization >= OVERLOADED_FROM;
}

setInterval(() => {
  const now = performance.eventLoopUtilization();
  utilization = performance.eventLoopUtilization(now, before).utilization;
  before = now;
}, LOOKED_AT_EVERY_MS).unref();
