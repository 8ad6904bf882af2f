import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const REPORTER = path.join(import.meta.dirname, "../fuzz/report-memory.mjs");
const LOOKS_MAX = 300;
const LOOK_INTERVAL_MS = 100;

/** A Node process whose CPU time and memory are read from outside. Killed when this process exits. */
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

  /** Heap and buffers after a garbage collection. */
  async heldBytes(): Promise<number> {
    return (await this.#askForMemory()).heldBytes;
  }

  /** Resident memory after two garbage collections. The second returns the pages that the first has freed. */
  async residentBytes(): Promise<number> {
    await this.#askForMemory();
    return (await this.#askForMemory()).rssBytes;
  }

  async #askForMemory(): Promise<{ heldBytes: number; rssBytes: number }> {
    this.#child.send("memory");
    const [report] = await once(this.#child, "message");
    return report;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }
}

/** TypeScript sources need a loader, builds do not. */
const loaderOf = (script: string) => (script.endsWith(".ts") ? ["--import", "tsx"] : []);

function listensOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Columns of /proc/<pid>/stat after the name in brackets, in ticks. */
const USER_TIME_COLUMN = 11;
const SYSTEM_TIME_COLUMN = 12;
/** Linux reports hundredths of a second, whatever the kernel's tick. */
const MS_PER_TICK = 10;

/** CPU time of all threads of a process so far, in milliseconds. Linux only. */
export function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const columns = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(columns[USER_TIME_COLUMN]) + Number(columns[SYSTEM_TIME_COLUMN])) * MS_PER_TICK;
}

const RESET_PEAK = "5";
const BYTES_PER_KB = 1024;

/** Resident memory of a process in bytes. Linux only. */
export function residentMemoryOf(pid: number): number {
  return readStatus(pid, "VmRSS");
}

/** Peak resident memory since `resetPeakMemory`, in bytes. */
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
