// pnpm serve: the production server, configured by the environment alone. Without DATABASE_URL it brings the embedded database.
import path from "node:path";
import { pathToFileURL } from "node:url";

if (!process.env["DATABASE_URL"]?.trim()) {
  const { startEmbeddedPostgres } = await import("@app/db/embedded");
  const { migrateDatabase } = await import("@app/db/migrate");
  const { demoSettings } = await import("./demo-settings");
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(demoSettings().dataDir, "postgres"),
    durable: true,
  });
  const url = new URL(postgres.url);
  url.pathname = "/genmint";
  process.env["DATABASE_URL"] = url.href;
  await migrateDatabase(url.href);
}
await import(pathToFileURL(path.join(import.meta.dirname, "../apps/web/build/server/index.js")).href);
