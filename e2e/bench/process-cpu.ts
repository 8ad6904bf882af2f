import { readFileSync } from "node:fs";

/** Of a line of /proc/<pid>/stat behind the name in brackets: time in user mode and in the kernel, in ticks. */
const USER_TIME_COLUMN = 11;
const SYSTEM_TIME_COLUMN = 12;
/** Linux counts in hundredths of a second, whatever the kernel's own tick. */
const MS_PER_TICK = 10;

/** Processor time that all threads of a process have used so far, in milliseconds. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(columns[USER_TIME_COLUMN]) + Number(columns[SYSTEM_TIME_COLUMN])) * MS_PER_TICK;
}
