import { readdirSync } from "node:fs";
import path from "node:path";
import { createDb } from "@app/db/client/db";
import { expect, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { checkReadiness, NEEDED_MIGRATION } from "./readiness";

const ctx = useTestContext();

it("needs the newest migration of this version", () => {
  const migrations = path.join(import.meta.dirname, "../../../../prisma/migrations");
  expect(
    readdirSync(migrations)
      .filter((name) => /^\d/.test(name))
      .sort()
      .at(-1),
  ).toBe(NEEDED_MIGRATION);
});

it("is ready with a migrated database", async () => {
  expect(await checkReadiness(ctx)).toEqual({ database: "ok", migrations: "ok" });
});

it("misses a migration that is not there, not finished, or rolled back", async () => {
  const missing = { database: "ok", migrations: "missing" };
  const { db } = ctx;
  await db.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${NEEDED_MIGRATION}`;
  expect(await checkReadiness(ctx)).toEqual(missing);
  await db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name = ${NEEDED_MIGRATION}`;
  expect(await checkReadiness(ctx)).toEqual(missing);
  await db.$executeRaw`DROP TABLE _prisma_migrations`;
  expect(await checkReadiness(ctx)).toEqual(missing);
});

it("says that the database is unreachable", async () => {
  const db = createDb("postgresql://nobody@127.0.0.1:1/nothing");
  expect(await checkReadiness({ ...ctx, db })).toEqual({ database: "unreachable", migrations: "unknown" });
  await db.$disconnect();
});
