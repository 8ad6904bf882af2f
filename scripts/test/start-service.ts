import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import path from "node:path";

const READY_TIMEOUT_MS = 30_000;
const READY_POLL_INTERVAL_MS = 100;
/** The production build. */
export const WEB_BUILD = path.join(import.meta.dirname, "../../apps/web/build/server/index.js");

export interface RunningService {
  pid: number;
  /** Asks the process to stop and waits until it has. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
}

/** Starts the production build as a process of its own and waits until it is healthy. */
export async function startService(env: Record<string, string>): Promise<RunningService> {
  const child = spawn(process.execPath, [WEB_BUILD], {
    env: { ...process.env, STOP_DELAY_SECONDS: "0", ...env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const killAtExit = () => child.kill("SIGKILL");
  process.once("exit", killAtExit);
  child.once("exit", () => process.off("exit", killAtExit));
  const readyUrl = `http://127.0.0.1:${env["PORT"]}/readyz`;
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isHealthy(readyUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("The service did not start");
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_INTERVAL_MS));
  }
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

/** Below the ports that systems give to outgoing connections: one of those could take a port before the service listens on it. */
const [PORT_MIN, PORTS] = [20_000, 12_000];
const PORT_TRIES_MAX = 1_000;

/** Different unused ports of this machine. */
export async function findFreePorts(count: 3): Promise<[number, number, number]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  const [a = 0, b = 0, c = 0] = ports;
  return [a, b, c];
}

/** An unused port of this machine. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORT_TRIES_MAX; tries += 1) {
    const port = PORT_MIN + randomInt(PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error("No free port");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
