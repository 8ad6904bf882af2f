import path from "node:path";
import { defineConfig } from "prisma/config";

// Prisma looks for its engine after it has read this file, and downloads one unless it is told where it is.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, "offline-engine/schema-engine.mjs");

const databaseUrl = process.env.DATABASE_URL;

export default defineConfig({
  schema: "schema.prisma",
  migrations: { path: "migrations" },
  // Commands that touch no database, such as generate, run without an address.
  ...(databaseUrl ? { datasource: { url: databaseUrl } } : {}),
});
