import { performance } from "node:perf_hooks";

const MEASURE_INTERVAL_MS = 500;
/** From this load on, calls come often enough that waiting a few milliseconds fills a batch. */
const BUSY_FROM = 0.4;

let load = 0;
let previous = performance.eventLoopUtilization();

/** The event loop utilization of the last half second, from 0 (idle) to 1. */
export function processLoad(): number {
  return load;
}

export function isProcessBusy(): boolean {
  return load >= BUSY_FROM;
}

setInterval(() => {
  const current = performance.eventLoopUtilization();
  load = performance.eventLoopUtilization(current, previous).utilization;
  previous = current;
}, MEASURE_INTERVAL_MS).unref();
