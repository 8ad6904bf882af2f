import { performance } from "node:perf_hooks";

const LOOKED_AT_EVERY_MS = 500;
/** Whoever waits a moment in a process with so much to do meets others. */
const BUSY_FROM = 0.4;

let load = 0;
let before = performance.eventLoopUtilization();

/** Share of its time, 0 to 1, that this process had work to do for a whole half second, just now: a page that takes long to draw is less. */
export function processLoad(): number {
  return load;
}

/** Whether it had much to do. */
export function isProcessBusy(): boolean {
  return load >= BUSY_FROM;
}

setInterval(() => {
  const now = performance.eventLoopUtilization();
  load = performance.eventLoopUtilization(now, before).utilization;
  before = now;
}, LOOKED_AT_EVERY_MS).unref();
