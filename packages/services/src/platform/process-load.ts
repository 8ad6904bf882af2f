import { performance } from "node:perf_hooks";

const MEASURE_INTERVAL_MS = 500;
/** From this load on, calls come often enough that waiting a few milliseconds fills a batch. */
const BUSY_FROM = 0.4;

/** Busy share of the event loop's time, 0 to 1. */
let load = 0;
let previous = performance.eventLoopUtilization();

/** Whether this process was busy for a large share of the last half second. One page that takes long to render does not count. */
export function isProcessBusy(): boolean {
  return load >= BUSY_FROM;
}

setInterval(() => {
  const current = performance.eventLoopUtilization();
  load = performance.eventLoopUtilization(current, previous).utilization;
  previous = current;
}, MEASURE_INTERVAL_MS).unref();
