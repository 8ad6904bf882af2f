// pnpm db:migrate: applies the migrations to the database of DATABASE_URL.
import { requireDatabaseUrl, runCommand } from "./command-line";
import { migrateDatabase } from "./migrate-database";

await runCommand(async () => {
  await migrateDatabase(requireDatabaseUrl());
  return "The database is up to date.";
});
