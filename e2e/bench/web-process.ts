import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePorts, type RunningService, startService } from "../../scripts/test/start-service";

export interface WebProcess extends RunningService {
  url: string;
  port: number;
}

/** Environment of measured production builds: no rate limits, no log. */
export function webEnvironment(databaseUrl: string, port: number): Record<string, string> {
  return {
    PORT: String(port),
    APP_URL: `http://localhost:${port}`,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    WORKER: "off",
  };
}

/** Starts the production build as a process of its own, without background jobs unless `env` turns them on. */
export async function startWebProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<WebProcess> {
  const [port] = await findFreePorts(3);
  const service = await startService({ ...webEnvironment(databaseUrl, port), ...env });
  return { ...service, port, url: `http://127.0.0.1:${port}` };
}

const READY_WAIT_MAX_MS = 30_000;
const LOOK_INTERVAL_MS = 10;

/** A server that has served its first request. */
export interface ReadyProcess {
  pid: number;
  /** From its start to that response. */
  readyMs: number;
  stop(): Promise<void>;
}

/** Starts a script as `pnpm serve` does, background work included. */
export async function startUntilReady(script: string, databaseUrl: string): Promise<ReadyProcess> {
  const [port] = await findFreePorts(3);
  const own = { ...webEnvironment(databaseUrl, port), WORKER: "inline" };
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
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
