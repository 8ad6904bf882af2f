import type { TestApp } from "./start-test-app";

/** Does something while a table is missing: a failure of the database that no code foresees. */
export async function withoutTable<T>(app: TestApp, table: string, act: () => Promise<T>): Promise<T> {
  await app.db.$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "${table}_away"`);
  try {
    return await act();
  } finally {
    await app.db.$executeRawUnsafe(`ALTER TABLE "${table}_away" RENAME TO "${table}"`);
  }
}
