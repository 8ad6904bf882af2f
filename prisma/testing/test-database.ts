import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { createDb, type Db } from "../client/db";
import { cloneDatabase, dropDatabase, urlOfDatabase } from "../client/manage-databases";

/** What global-setup.ts prepares for the workers. */
export type TestServer = { url: string; template: string };

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export type TestDatabase = { url: string; db: Db; drop(): Promise<void> };

/** Workers share one server: each leaves connections for the others. */
const TEST_POOL_MAX = 10;

/**
 * A database of its own for a test file, migrated and empty. Needs `globalSetup: "@app/db/testing/global-setup"` in the
 * project's vitest config. `drop()` closes the client and removes the database.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `genmint_test_${randomUUID()}`;
  await cloneDatabase(server.url, server.template, name);
  const url = urlOfDatabase(server.url, name);
  const db = createDb(url, { poolMax: TEST_POOL_MAX });
  return {
    url,
    db,
    drop: async () => {
      await db.$disconnect();
      await dropDatabase(server.url, name);
    },
  };
}

/** A client of one connection, so that what a session remembers can be asked of the same session. */
export async function withSingleConnection(url: string, use: (db: Db) => Promise<void>): Promise<void> {
  const db = createDb(url, { poolMax: 1 });
  try {
    await use(db);
  } finally {
    await db.$disconnect();
  }
}

export async function preparedStatements(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ statement: string }[]>`/* unnamed */ SELECT statement FROM pg_prepared_statements`;
  return rows.map((row) => row.statement);
}
