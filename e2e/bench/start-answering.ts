import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePorts } from "../../scripts/free-ports";
import { NODE_ARGS } from "../../scripts/start-service";
import { webEnvironment } from "./web-process";

const READY_WAIT_MAX_MS = 30_000;
const LOOK_INTERVAL_MS = 10;

/** A server that has answered its first request. */
export interface ReadyProcess {
  pid: number;
  /** From its start to that answer. */
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts a script as `pnpm serve` does, background work included. */
export async function startUntilReady(script: string, databaseUrl: string): Promise<ReadyProcess> {
  const [port] = await findFreePorts(3);
  const own = { ...webEnvironment(databaseUrl, port), WORKER: "inline" };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...NODE_ARGS, script], {
    env: { ...process.env, ...own, NODE_ENV: "production" },
    stdio: "ignore",
    cwd: path.join(import.meta.dirname, "../.."),
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  try {
    await waitUntilReady(`http://127.0.0.1:${port}/healthz`, startedAt);
  } catch (error) {
    await stop();
    throw error;
  }
  return { pid: child.pid ?? 0, readyMs: performance.now() - startedAt, stop };
}

async function waitUntilReady(url: string, startedAt: number): Promise<void> {
  const isThere = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isThere())) {
    if (performance.now() - startedAt > READY_WAIT_MAX_MS) throw new Error("The server did not start");
    await pause(LOOK_INTERVAL_MS);
  }
}
