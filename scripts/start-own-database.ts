import path from "node:path";
import { startEmbeddedPostgres } from "@app/db/embedded";
import { migrateDatabase } from "@app/db/migrate";
import { demoSettings } from "./demo-settings";

/** Starts the embedded database, migrated, for as long as this process runs, and makes it the service's. */
export async function startOwnDatabase(): Promise<void> {
  const dataDir = path.join(demoSettings().dataDir, "postgres");
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
  const url = new URL(postgres.url);
  url.pathname = "/genmint";
  process.env["DATABASE_URL"] = url.href;
  await migrateDatabase(url.href);
}
