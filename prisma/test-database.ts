import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { createDb, type Db } from "./client";
import { cloneDatabase, dropDatabase, urlOfDatabase } from "./databases";

/** What test-global-setup.ts prepares for the workers. */
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
 * A database of its own for a test file, migrated and empty. Needs `globalSetup: "@app/db/test-global-setup"` in the
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
