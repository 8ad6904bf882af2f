import { performance } from "node:perf_hooks";

const LOOKED_AT_EVERY_MS = 1_000;
/** Share of its time that a process has work to do; from here on, who comes next waits for it. */
const BUSY_FROM = 0.9;

let isBusy = false;
let before = performance.eventLoopUtilization();

/** Whether this process had more to do than it can for a whole second, just now: a page that takes long to draw does not make it so. */
export function isProcessBusy(): boolean {
  return isBusy;
}

setInterval(() => {
  const now = performance.eventLoopUtilization();
  isBusy = performance.eventLoopUtilization(now, before).utilization >= BUSY_FROM;
  before = now;
}, LOOKED_AT_EVERY_MS).unref();
