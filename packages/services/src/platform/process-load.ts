import { performance } from "node:perf_hooks";

const LOOKED_AT_EVERY_MS = 500;
/** Whoever waits a moment in a process with so much to do meets others. */
const BUSY_FROM = 0.4;

/** Busy share of the event loop's time, 0 to 1. */
let load = 0;
let before = performance.eventLoopUtilization();

/** Whether this process was busy for a large share of the last half second. One page that takes long to render does not count. */
export function isProcessBusy(): boolean {
  return load >= BUSY_FROM;
}

setInterval(() => {
  const now = performance.eventLoopUtilization();
  load = performance.eventLoopUtilization(now, before).utilization;
  before = now;
}, LOOKED_AT_EVERY_MS).unref();
