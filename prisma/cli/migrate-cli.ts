// pnpm db:migrate: brings the database of DATABASE_URL to the current schema.
import { requireDatabaseUrl, runCommand } from "./command-line";
import { migrateDatabase } from "./migrate-database";

await runCommand(async () => {
  await migrateDatabase(requireDatabaseUrl());
  return "The database is up to date.";
});
