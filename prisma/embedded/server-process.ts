import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Binaries } from "./binaries";
import { EMPTY_ENVIRONMENT, type ServerUser } from "./server-account";

export type ServerProcess = { pid: number; stop(): Promise<void> };

type Child = ChildProcessByStdio<Writable, null, Readable>;

/** Long enough to replay what a crash left unwritten. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const LOG_TAIL_CHARACTERS = 4_000;
const READY_MESSAGE = "database system is ready to accept connections";

/**
 * Becomes the server, and leaves behind a process that waits on our end of a pipe: when we die, however we die, the
 * pipe closes and the server is asked to stop. Started twice removed, so that the server does not have it as a child.
 */
const START_SCRIPT = `
exec 3<&0
( ( cat <&3; kill -INT $$ ) & ) >/dev/null 2>&1
exec "$0" "$@" 3<&- </dev/null
`;

/**
 * Starts the server and returns once it accepts connections.
 * @throws Error with the end of the server's log when it does not start, or not in time
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
    // In a session of its own, out of reach of Ctrl-C: we stop it when we no longer need it.
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
  // The waiting process may be gone before us.
  child.stdin.on("error", () => {});
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // The waiting process must not outlive the server: it would one day signal whoever has the number by then.
  child.once("exit", () => child.stdin.destroy());
  await waitUntilReady(child);
  if (child.pid === undefined) throw new Error("PostgreSQL started without a process id.");
  return { pid: child.pid, stop: () => stopServer(child, exited) };
}

function waitUntilReady(child: Child): Promise<void> {
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
    // Goes on reading after the start: a log that nobody reads would block the server.
    child.stderr.on("data", (chunk: string) => {
      log = (log + chunk).slice(-LOG_TAIL_CHARACTERS);
      if (!log.includes(READY_MESSAGE)) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Stops it in an orderly way; one that does not end in time is stopped at once, and recovers at the next start. */
async function stopServer(child: Child, exited: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill("SIGQUIT"), STOP_TIMEOUT_MS);
  child.kill("SIGINT");
  await exited;
  clearTimeout(timer);
}

/** A server whose parent has just died is on its way out: so long a second start waits for it to begin stopping. */
const STOP_BEGIN_MAX_MS = 3_000;
const STOP_END_MAX_MS = 30_000;
const LOOK_AGAIN_MS = 50;

type ServerState = { pid: number; port: string; status: string };

/**
 * Returns when no server uses the cluster any more, and clears what a crash left behind.
 * @throws Error naming the process when one keeps running
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
    await sleep(LOOK_AGAIN_MS);
  }
}

function findRunningServer(clusterDirectory: string): ServerState | undefined {
  const pidFile = path.join(clusterDirectory, "postmaster.pid");
  const state = readPidFile(pidFile);
  if (state === undefined || !isAlive(state.pid)) return undefined;
  if (commandLine(state.pid).includes(clusterDirectory)) return state;
  // After a crash the number may have gone to some other process, and PostgreSQL would take that for its own.
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // There, but somebody else's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function commandLine(pid: number): string {
  const procFile = `/proc/${pid}/cmdline`;
  if (existsSync(procFile)) return readFileSync(procFile, "utf8");
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}
