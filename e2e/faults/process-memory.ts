import { readFileSync, writeFileSync } from "node:fs";

const RESET_PEAK = "5";
const BYTES_PER_KB = 1024;

/** Memory of a process that is in use now, in bytes. Linux only. */
export function residentMemoryOf(pid: number): number {
  return readStatus(pid, "VmRSS");
}

/** The most that was in use since `forgetPeak`. */
export function peakMemoryOf(pid: number): number {
  return readStatus(pid, "VmHWM");
}

export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, RESET_PEAK);
}

function readStatus(pid: number, field: string): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) * BYTES_PER_KB;
}
