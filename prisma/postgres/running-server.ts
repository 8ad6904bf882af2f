import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

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
