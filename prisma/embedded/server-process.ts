import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries";
import { EMPTY_ENVIRONMENT, type ServerUser } from "./server-account";

export type ServerProcess = {
  pid: number;
  /** Resolves to the end of the server's log when it ends although nobody has stopped it. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

type Child = ChildProcessByStdio<Writable, null, Readable>;

/** Long enough to replay the write-ahead log after a crash. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const LOG_TAIL_CHARACTERS = 4_000;
const READY_MESSAGE = "database system is ready to accept connections";

/**
 * Replaces itself by the server, and leaves a watcher process that reads from a pipe we hold open. When we end, however we end,
 * the pipe closes and the watcher stops the server. The double fork keeps the watcher from being the server's child.
 */
const START_SCRIPT = `
exec 3<&0
( ( cat <&3; kill -INT $$ ) & ) >/dev/null 2>&1
exec "$0" "$@" 3<&- </dev/null
`;

/**
 * Starts the server and returns when it accepts connections.
 * @throws Error with the end of the server's log if it does not start in time
 */
export async function startServer(
  binaries: Binaries,
  serverArguments: string[],
  user: ServerUser,
): Promise<ServerProcess> {
  const program = path.join(binaries.directory, "postgres");
  const child = spawn("/bin/sh", ["-c", START_SCRIPT, program, ...serverArguments], {
    ...user,
    cwd: "/",
    env: { ...EMPTY_ENVIRONMENT, PATH: "/usr/bin:/bin" },
    // In its own session, which Ctrl-C does not reach: we stop the server when we no longer need it.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  // The watcher may end before us.
  child.stdin.on("error", () => {});
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // Ends the watcher with the server. Otherwise it could later signal another process with the same id.
  child.once("exit", () => child.stdin.destroy());
  const log = await waitUntilReady(child);
  if (child.pid === undefined) throw new Error("PostgreSQL started without a process id.");
  let isStopping = false;
  const ended = new Promise<string>((resolve) => {
    void exited.then(() => {
      if (!isStopping) resolve(log().trim());
    });
  });
  const stop = () => {
    isStopping = true;
    return stopServer(child, exited);
  };
  return { pid: child.pid, ended, stop };
}

/** @returns the end of the server's log, also of what follows */
function waitUntilReady(child: Child): Promise<() => string> {
  return new Promise((resolve, reject) => {
    let log = "";
    const fail = (reason: string) => {
      clearTimeout(timer);
      child.kill("SIGQUIT");
      reject(new Error(`PostgreSQL did not start: ${reason}\n${log.trim()}`));
    };
    const timer = setTimeout(() => fail(`not ready after ${START_TIMEOUT_MS} ms`), START_TIMEOUT_MS);
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => fail(`it ended with code ${code}`));
    child.stderr.setEncoding("utf8");
    // Reads on after the start: a full pipe would block the server.
    child.stderr.on("data", (chunk: string) => {
      log = (log + chunk).slice(-LOG_TAIL_CHARACTERS);
      if (!log.includes(READY_MESSAGE)) return;
      clearTimeout(timer);
      resolve(() => log);
    });
  });
}

/** Shuts the server down. If that takes too long it is stopped at once, and recovers at the next start. */
async function stopServer(child: Child, exited: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  child.kill("SIGINT");
  await exited;
  clearTimeout(timer);
}

/** A server whose parent has just died will stop soon. A second start waits this long for the stop to begin. */
const STOP_BEGIN_MAX_MS = 3_000;
const STOP_END_MAX_MS = 30_000;
const CHECK_INTERVAL_MS = 50;

type ServerState = { pid: number; port: string; status: string };

/**
 * Waits until no server uses the cluster, and removes the pid file of a crashed one.
 * @throws Error with the process id if a server keeps running
 */
export async function waitUntilUnused(clusterDirectory: string): Promise<void> {
  const start = Date.now();
  for (;;) {
    const server = findRunningServer(clusterDirectory);
    if (server === undefined) return;
    const allowed = server.status === "stopping" ? STOP_END_MAX_MS : STOP_BEGIN_MAX_MS;
    if (Date.now() - start > allowed) {
      throw new Error(
        `PostgreSQL is already running on ${clusterDirectory} (process ${server.pid}, port ${server.port}): ` +
          "stop what started it, or use another directory.",
      );
    }
    await sleep(CHECK_INTERVAL_MS);
  }
}

function findRunningServer(clusterDirectory: string): ServerState | undefined {
  const pidFile = path.join(clusterDirectory, "postmaster.pid");
  const state = readPidFile(pidFile);
  if (state === undefined || !isAlive(state.pid)) return undefined;
  if (commandLine(state.pid).includes(clusterDirectory)) return state;
  // After a crash another process may have this id, and PostgreSQL would take it for a running server.
  rmSync(pidFile, { force: true });
  return undefined;
}

export function readPidFile(pidFile: string): ServerState | undefined {
  if (!existsSync(pidFile)) return undefined;
  // Lines: process, directory, start time, port, sockets, address, shared memory, status.
  const lines = readFileSync(pidFile, "utf8").split("\n");
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 0 ? { pid, port: lines[3] ?? "", status: lines[7]?.trim() ?? "" } : undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists but belongs to another account.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function commandLine(pid: number): string {
  const procFile = `/proc/${pid}/cmdline`;
  if (existsSync(procFile)) return readFileSync(procFile, "utf8");
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
