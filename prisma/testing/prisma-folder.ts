import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SOURCE = path.dirname(import.meta.dirname);

/** A temporary copy of the schema and the migrations, in which a test changes them. */
export interface PrismaFolder {
  folder: string;
  /** Names of its migrations, in order. */
  migrations(): string[];
  addMigration(name: string, sql: string): void;
  removeMigration(name: string): void;
  remove(): void;
}

export function createPrismaFolder(): PrismaFolder {
  const folder = mkdtempSync(path.join(tmpdir(), "genmint-prisma-"));
  const migrations = path.join(folder, "migrations");
  for (const name of ["schema.prisma", "migrations"])
    cpSync(path.join(SOURCE, name), path.join(folder, name), { recursive: true });
  // Without the import of prisma.config.ts, which could not be resolved from here.
  const engine = JSON.stringify(path.join(SOURCE, "offline-engine/schema-engine.mjs"));
  writeFileSync(
    path.join(folder, "prisma.config.mjs"),
    `process.env.PRISMA_SCHEMA_ENGINE_BINARY = ${engine};
     process.env.CHECKPOINT_DISABLE = "1";
     export default {
       schema: "schema.prisma",
       migrations: { path: "migrations" },
       datasource: { url: process.env.DATABASE_URL },
     };`,
  );
  return {
    folder,
    migrations: () =>
      readdirSync(migrations, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted(),
    addMigration: (name, sql) => {
      mkdirSync(path.join(migrations, name));
      writeFileSync(path.join(migrations, name, "migration.sql"), sql);
    },
    removeMigration: (name) => rmSync(path.join(migrations, name), { recursive: true }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
