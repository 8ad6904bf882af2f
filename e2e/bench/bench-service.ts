import { randomBytes } from "node:crypto";
import { withConnection } from "@app/db/databases";
import { freePorts } from "../../scripts/free-ports";
import { startService } from "../../scripts/start-service";

export const AUTH_SECRET = "bench-auth-secret-of-32-characters";
export const WEBHOOK_SECRET = "bench-webhook-secret";

export interface BenchService {
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** One process of the production build on a database of its own, as it is by default, its workers apart. */
export async function startBenchService(databaseUrl: string, env: Record<string, string> = {}): Promise<BenchService> {
  const [port] = await freePorts(3);
  const service = await startService({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET,
    CRON_SECRET: "bench-cron-secret",
    PROVIDER_WEBHOOK_SECRET: WEBHOOK_SECRET,
    WORKER: "off",
    LOG_LEVEL: "warn",
    ...env,
  });
  return { url: `http://127.0.0.1:${port}`, port, pid: service.pid, stop: service.stop };
}

/** Signs the first `count` users in, as if each had done so within the hour. Returns their cookies. */
export async function signUsersIn(databaseUrl: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  await withConnection(databaseUrl, (client) =>
    client.query(
      `INSERT INTO session ("sessionToken", "userId", expires, "lastSeenAt", "updatedAt")
       SELECT token, position::text, now() + interval '1 day', now(), now() FROM unnest($1::text[]) WITH ORDINALITY AS s(token, position)`,
      [tokens],
    ),
  );
  return tokens.map((token) => `authjs.session-token=${token}`);
}
