import { randomBytes } from "node:crypto";
import { freePorts } from "../../scripts/free-ports";
import { type RunningService, startService } from "../../scripts/start-service";

export interface BenchService extends RunningService {
  url: string;
}

/** Secret of the provider's webhooks in a benchmark. */
export const WEBHOOK_SECRET = randomBytes(32).toString("hex");

/** The service as it is built, in one process: no jobs, and no line in the log for a request that succeeds. */
export async function startBenchService(databaseUrl: string): Promise<BenchService> {
  const [port] = await freePorts(3);
  const service = await startService({
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString("hex"),
    PROVIDER_WEBHOOK_SECRET: WEBHOOK_SECRET,
    WORKER: "off",
    LOG_LEVEL: "warn",
  });
  return { ...service, url: `http://127.0.0.1:${port}` };
}
