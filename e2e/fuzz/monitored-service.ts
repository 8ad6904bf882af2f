import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WEB_BUILD } from "../../scripts/test/start-service";

export interface Memory {
  heldBytes: number;
  rssBytes: number;
}

const REPORTER = path.join(import.meta.dirname, "report-memory.mjs");
const LOOKS_MAX = 300;
const LOOK_INTERVAL_MS = 100;
const SHOWN_ERRORS_MAX = 5;

/** The production build as a process of its own, whose output is searched for secrets and errors. */
export class MonitoredService {
  /** Null while it runs. */
  exit: string | null = null;
  readonly #child: ChildProcess;
  readonly #secrets: readonly string[];
  /** Secrets found in its output, by their first characters, and unexpected errors it logged. */
  readonly leaks = new Set<string>();
  readonly errors: string[] = [];
  #isStopping = false;

  constructor(env: Record<string, string>, secrets: readonly string[]) {
    this.#secrets = secrets;
    this.#child = spawn(process.execPath, ["--expose-gc", "--import", REPORTER, WEB_BUILD], {
      // No load balancer needs time to notice that it stops.
      env: { ...process.env, STOP_DELAY_SECONDS: "0", ...env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => this.#look(chunk.toString("utf8")));
    this.#child.once("exit", (code, signal) => {
      if (!this.#isStopping) this.exit = `exit code ${code}, signal ${signal}`;
    });
    process.once("exit", () => this.#child.kill("SIGKILL"));
  }

  async ready(url: string): Promise<void> {
    for (let look = 0; look < LOOKS_MAX && !this.exit; look += 1) {
      const isThere = await fetch(`${url}/healthz`).then(
        (response) => response.ok,
        () => false,
      );
      if (isThere) return;
      await pause(LOOK_INTERVAL_MS);
    }
    throw new Error(`The service did not start: ${this.exit ?? "no response"} ${this.errors.join("\n")}`);
  }

  async memory(): Promise<Memory> {
    this.#child.send("memory");
    const [report] = await once(this.#child, "message");
    return report as Memory;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null) return;
    this.#child.kill("SIGTERM");
    await once(this.#child, "exit");
  }

  #look(written: string): void {
    for (const secret of this.#secrets) if (written.includes(secret)) this.leaks.add(secret.slice(0, 4));
    const errors = written.split("\n").filter((line) => /"level":(?:50|60)|^\w*Error/.test(line));
    if (this.errors.length < SHOWN_ERRORS_MAX) this.errors.push(...errors.slice(0, SHOWN_ERRORS_MAX));
  }
}
