import { createDb, type Db } from "./client";

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
