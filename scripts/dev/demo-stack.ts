import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { seedDatabase } from "@app/db/cli/initial-accounts";
import { migrateDatabase } from "@app/db/cli/migrate-database";
import { createDb } from "@app/db/client/db";
import { createFilledDatabase, urlOfDatabase } from "@app/db/client/manage-databases";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import { SANDBOX_BUCKET, type SandboxKeys } from "@app/sandbox/sandbox-env";
import { type SandboxOptions, startSandbox } from "@app/sandbox/serve";
import { seedShop } from "./demo-shop/seed-shop";
import { DEMO_HOST } from "./free-ports";

export interface DemoStack {
  /** Configuration of the service. The caller's own environment takes precedence, except for HOST. */
  env: Record<string, string>;
  sandboxUrl: string;
  /** Resolves to the end of the log of its own database when that has ended by itself. */
  databaseEnded: Promise<string>;
  stop(): Promise<void>;
}

const DATABASE = "genmint";
const SECRET_RANDOM_BYTES = 32;

/**
 * Starts everything the service needs on one machine: a database, migrated and seeded, and the sandbox in place of the outside world.
 * A database or a provider that the environment names is used instead. Such a database is migrated but not seeded.
 */
export async function startDemoStack(options: {
  dataDir: string;
  port: number;
  sandboxPort: number;
  smtpPort: number;
  /** Replaces the demo's own database, providers and secrets. */
  environment?: Readonly<Record<string, string>>;
  sandbox?: Pick<SandboxOptions, "chatPacingMs" | "videoTiming" | "filesMax">;
  /** Whether a new database gets three months of a shop. Tests start with an empty one. */
  hasPast?: boolean;
}): Promise<DemoStack> {
  mkdirSync(options.dataDir, { recursive: true });
  const own = options.environment ?? {};
  const postgres = own["DATABASE_URL"]
    ? null
    : await startEmbeddedPostgres({ dataDir: path.join(options.dataDir, "postgres"), durable: true });
  const sandboxDir = path.join(options.dataDir, "sandbox");
  const databaseUrl = own["DATABASE_URL"] ?? urlOfDatabase(postgres?.url ?? "", DATABASE);
  const prepare = async (url: string) => {
    await migrateDatabase(url);
    // The demo accounts' passwords are public. They must not get into a database that the environment names.
    if (postgres) await seed(url, { ...options, sandboxDir });
  };
  const isNew = postgres !== null && (await createFilledDatabase(postgres.url, DATABASE, prepare));
  if (!isNew) await prepare(databaseUrl);

  const appUrl = own["APP_URL"] ?? `http://localhost:${options.port}`;
  const secret = (name: string) => own[name] ?? loadOrCreateSecret(options.dataDir, name);
  const sandbox = await startSandbox({
    port: options.sandboxPort,
    smtpPort: options.smtpPort,
    dataDir: sandboxDir,
    appOrigin: appUrl,
    webhookUrl: `http://127.0.0.1:${options.port}/api/payments/provider/webhook`,
    keys: sandboxKeys(own, secret("PROVIDER_WEBHOOK_SECRET")),
    ...options.sandbox,
  });
  return {
    env: {
      ...sandbox.env,
      PORT: String(options.port),
      APP_URL: appUrl,
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: secret("AUTH_SECRET"),
      CRON_SECRET: secret("CRON_SECRET"),
      DEMO_SIGN_IN: String(postgres !== null),
      // Another provider that the environment names need not have a moderation API.
      PROVIDER_MODERATION: String(own["PROVIDER_API_BASE"] === undefined),
      ...own,
      // Some shells export HOST. The administrator's password is public.
      HOST: DEMO_HOST,
    },
    sandboxUrl: sandbox.url,
    databaseEnded: postgres?.ended ?? new Promise(() => undefined),
    stop: async () => {
      await sandbox.stop();
      await postgres?.stop();
    },
  };
}

/** The sandbox expects the keys that the service sends: those of the environment, because they take precedence. */
function sandboxKeys(own: Readonly<Record<string, string>>, providerWebhookSecret: string): Partial<SandboxKeys> {
  return {
    providerWebhookSecret,
    ...(own["PROVIDER_API_KEY"] && { providerApiKey: own["PROVIDER_API_KEY"] }),
    ...(own["AI_API_KEY"] && { aiApiKey: own["AI_API_KEY"] }),
    ...(own["STORAGE_ACCESS_KEY_ID"] && { storageAccessKeyId: own["STORAGE_ACCESS_KEY_ID"] }),
    ...(own["STORAGE_SECRET_ACCESS_KEY"] && { storageSecretAccessKey: own["STORAGE_SECRET_ACCESS_KEY"] }),
  };
}

async function seed(
  databaseUrl: string,
  demo: { hasPast?: boolean; sandboxDir: string; sandboxPort: number },
): Promise<void> {
  if (demo.hasPast) {
    const storageUrl = `http://${DEMO_HOST}:${demo.sandboxPort}/storage/${SANDBOX_BUCKET}`;
    await seedShop({ databaseUrl, sandboxDir: demo.sandboxDir, storageUrl, now: new Date() });
  }
  const db = createDb(databaseUrl);
  await seedDatabase(db);
  await db.$disconnect();
}

/**
 * A secret that is generated once and stored with the data, so that sessions and links survive a restart. A start that was killed, or a full
 * disk, may have left an empty file.
 */
function loadOrCreateSecret(dataDir: string, name: string): string {
  const file = path.join(dataDir, `${name.toLowerCase().replaceAll("_", "-")}.txt`);
  const stored = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (stored !== "") return stored;
  const secret = randomBytes(SECRET_RANDOM_BYTES).toString("hex");
  writeFileSync(file, secret, { mode: 0o600 });
  return secret;
}
