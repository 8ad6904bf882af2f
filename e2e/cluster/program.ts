import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerUser } from "@app/db/embedded/server-account";
import type { DrillRun } from "./drill";

const STOP_MAX_MS = 20_000;
const LOOK_INTERVAL_MS = 50;
const LOG_TAIL_CHARACTERS = 3_000;
const ROOT = path.join(import.meta.dirname, "../..");

/** Names of programs that are not on the PATH. */
export function missingPrograms(...names: string[]): string[] {
  return names.filter((name) => spawnSync("/bin/sh", ["-c", `command -v ${name}`]).status !== 0);
}

/** A temporary folder that programs of other accounts can reach. It is deleted when the drill ends. */
export function makeFolder(drill: DrillRun, name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `genmint-${name}-`));
  chmodSync(folder, 0o711);
  drill.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes a file of deploy/ into `folder` with this machine's ports and paths. Returns its path.
 * @throws Error if a text to replace is not in the file: the drill would then start something else
 */
export function writeConfig(folder: string, file: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(path.join(ROOT, "deploy", file), "utf8");
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/${file} has no "${from}"`);
    text = text.replaceAll(from, to);
  }
  const written = path.join(folder, path.basename(file));
  writeFileSync(written, text, { mode: 0o644 });
  return written;
}

export interface Program {
  pid: number;
  /** All of the standard output and the standard error. */
  output: () => string;
  /** @param signal default: SIGTERM, then SIGKILL */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
  /**
   * Waits for its end. Returns the output.
   * @throws Error with the output if it fails or takes longer
   */
  ended: (maxMs: number) => Promise<string>;
}

/** Starts a program that ends with the drill, or with this process. */
export function startProgram(
  drill: DrillRun,
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string | undefined>; user?: ServerUser } = {},
): Program {
  const child = spawn(command, args, {
    ...options.user,
    cwd: options.cwd ?? "/",
    env: { PATH: process.env["PATH"], TZ: "UTC", ...options.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.once("error", (error) => (output += String(error)));
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.once("exit", () => process.off("exit", killAtExit));
  const stop = (signal: NodeJS.Signals = "SIGTERM") => stopChild(child, signal);
  drill.onEnd(() => stop());
  const exited = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  const ended = async (maxMs: number) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), maxMs);
    await exited;
    clearTimeout(timer);
    if (child.exitCode === 0) return output;
    throw new Error(
      `${command} ended with ${child.exitCode ?? child.signalCode}:\n${output.slice(-LOG_TAIL_CHARACTERS)}`,
    );
  };
  return { pid: child.pid ?? 0, output: () => output, stop, ended };
}

async function stopChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MAX_MS);
  child.kill(signal);
  await exited;
  clearTimeout(timer);
}

/** @throws Error with the end of `output` if `condition` does not become true in time */
export async function waitUntil(
  what: string,
  maxMs: number,
  condition: () => Promise<boolean> | boolean,
  output: () => string = () => "",
): Promise<void> {
  const deadline = performance.now() + maxMs;
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`Not within ${maxMs / 1000} s: ${what}\n${output().slice(-LOG_TAIL_CHARACTERS)}`);
    await pause(LOOK_INTERVAL_MS);
  }
}
