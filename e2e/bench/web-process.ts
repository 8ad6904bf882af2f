import { randomBytes } from "node:crypto";
import path from "node:path";
import { freePorts } from "../../scripts/free-ports";
import { type RunningService, startService } from "../../scripts/start-service";

/** The production build, for those who start it their own way. */
export const WEB_BUILD = path.join(import.meta.dirname, "../../apps/web/build/server/index.js");

export interface WebProcess extends RunningService {
  url: string;
  port: number;
}

/** What production builds are given that are measured: no limits, and no log to write. */
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

/** The production build as a process of its own, without the background jobs unless told. */
export async function startWebProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<WebProcess> {
  const [port] = await freePorts(3);
  const service = await startService({ ...webEnvironment(databaseUrl, port), ...env });
  return { ...service, port, url: `http://127.0.0.1:${port}` };
}
