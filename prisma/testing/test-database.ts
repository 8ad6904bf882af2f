import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { createDb, type Db } from "../client/db";
import { cloneDatabase, dropDatabase, urlOfDatabase } from "../client/manage-databases";

/** Provided by global-setup.ts: the server's URL and the name of its template database. */
export type TestServer = { url: string; template: string };

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** `directUrl` differs where tests go through a connection pooler. */
export type TestDatabase = { url: string; directUrl: string; db: Db; drop(): Promise<void> };

/** Set by the drill `pnpm test:cluster pgbouncer`: tests reach their databases through a pooler in transaction mode at this port. */
const POOLER_PORT = process.env.TEST_POOLER_PORT;

/** All workers share one server, so each uses few connections. */
const TEST_POOL_MAX = 10;

/**
 * Creates a migrated, empty database for one test file. Needs `globalSetup: "@app/db/testing/global-setup"` in the project's vitest
 * config. `drop()` closes the client and drops the database.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testServer");
  const name = `genmint_test_${randomUUID()}`;
  await cloneDatabase(server.url, server.template, name);
  const directUrl = urlOfDatabase(server.url, name);
  const url = throughPooler(directUrl);
  const db = createDb(url, { poolMax: TEST_POOL_MAX, preparedStatements: url === directUrl });
  return {
    url,
    directUrl,
    db,
    drop: async () => {
      await db.$disconnect();
      await dropDatabase(server.url, name);
    },
  };
}

function throughPooler(directUrl: string): string {
  if (!POOLER_PORT) return directUrl;
  const url = new URL(directUrl);
  url.port = POOLER_PORT;
  return url.href;
}

/** Opens a client with a single connection, for tests of session state such as prepared statements. */
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
