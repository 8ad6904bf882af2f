import { readFileSync } from "node:fs";

/** What Linux counts a process's time in, on every machine it runs on. */
const MILLISECONDS_PER_TICK = 10;
/** Of /proc/<pid>/stat after the name: time in the process itself and in the kernel for it. */
const USER_TIME_FIELD = 11;
const SYSTEM_TIME_FIELD = 12;

/** CPU time a process has taken since it began, in milliseconds. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name stands in brackets and may hold anything, spaces and brackets too.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[USER_TIME_FIELD]) + Number(fields[SYSTEM_TIME_FIELD])) * MILLISECONDS_PER_TICK;
}
