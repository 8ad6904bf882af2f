import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const REPORTER = path.join(import.meta.dirname, "../fuzz/report-memory.mjs");
const LOOKS_MAX = 300;
const LOOK_INTERVAL_MS = 100;

/** A Node process whose CPU time and memory are read from outside. Ended with this one. */
export class MeasuredProcess {
  readonly #child: ChildProcess;

  private constructor(script: string, env: Readonly<Record<string, string>>) {
    const args = ["--expose-gc", "--import", REPORTER, ...loaderOf(script), script];
    this.#child = spawn(process.execPath, args, {
      env: { ...process.env, ...env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    process.once("exit", () => this.#child.kill("SIGKILL"));
  }

  /** Resolves once something listens on the PORT of `env`. */
  static async start(script: string, env: Readonly<Record<string, string>>): Promise<MeasuredProcess> {
    const started = new MeasuredProcess(script, env);
    for (let look = 0; look < LOOKS_MAX && started.#child.exitCode === null; look += 1) {
      if (await listensOn(Number(env["PORT"]))) return started;
      await pause(LOOK_INTERVAL_MS);
    }
    throw new Error(`${path.basename(script)} did not start`);
  }

  /** CPU time of all its threads since it started, in milliseconds. */
  cpuMs(): number {
    return cpuMsOf(this.#child.pid ?? 0);
  }

  /** What it holds after a garbage collection: heap and buffers. */
  async heldBytes(): Promise<number> {
    return (await this.#askForMemory()).heldBytes;
  }

  /** Its resident memory after a garbage collection, and another that gives back the pages which the first has freed. */
  async residentBytes(): Promise<number> {
    await this.#askForMemory();
    return (await this.#askForMemory()).rssBytes;
  }

  async #askForMemory(): Promise<{ heldBytes: number; rssBytes: number }> {
    this.#child.send("memory");
    const [answer] = await once(this.#child, "message");
    return answer;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }
}

/** Sources are read as they are, builds need nothing. */
const loaderOf = (script: string) => (script.endsWith(".ts") ? ["--import", "tsx"] : []);

function listensOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

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
