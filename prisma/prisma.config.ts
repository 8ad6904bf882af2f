import path from "node:path";
import { defineConfig } from "prisma/config";

// Prisma downloads its schema engine unless this variable names one. It is read after this file.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(import.meta.dirname, "offline-engine/schema-engine.mjs");

// Otherwise each command starts a process that asks Prisma's server for newer versions. Read after this file, too.
process.env.CHECKPOINT_DISABLE ??= "1";

const databaseUrl = process.env.DATABASE_URL;

export default defineConfig({
  schema: "schema.prisma",
  migrations: { path: "migrations" },
  // Commands without a database, such as generate, run without a URL.
  ...(databaseUrl ? { datasource: { url: databaseUrl } } : {}),
});
