import { randomBytes } from "node:crypto";
import { findFreePorts } from "../../scripts/free-ports";
import { type RunningService, startService } from "../../scripts/start-service";

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
  const [port] = await findFreePorts(3);
  const service = await startService({ ...webEnvironment(databaseUrl, port), ...env });
  return { ...service, port, url: `http://127.0.0.1:${port}` };
}
