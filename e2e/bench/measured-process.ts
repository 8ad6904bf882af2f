import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { NODE_ARGS } from "../../scripts/start-service";
import { cpuMsOf } from "./process-cpu";

const REPORTER = path.join(import.meta.dirname, "../fuzz/report-memory.mjs");
const LOOKS_MAX = 300;
const LOOK_INTERVAL_MS = 100;

/** A Node process whose CPU time and memory are read from outside. Ended with this one. */
export class MeasuredProcess {
  readonly #child: ChildProcess;

  private constructor(script: string, env: Readonly<Record<string, string>>) {
    const args = [...NODE_ARGS, "--expose-gc", "--import", REPORTER, ...loaderOf(script), script];
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
