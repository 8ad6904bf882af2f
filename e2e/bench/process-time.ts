import { readFileSync } from "node:fs";

/** Of the kernel: clock ticks a second in /proc, on every Linux there is. */
const TICKS_PER_SECOND = 100;
/** Places of utime and stime after the process's name, which may hold spaces. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** CPU time a process has used so far, in milliseconds. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * 1000) / TICKS_PER_SECOND;
}
