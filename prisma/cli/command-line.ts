import { createDb, type Db } from "../client/db";
import { isPostgresUrl } from "../client/manage-databases";

/** Runs a command and prints its result. An error is printed as one line on stderr, with exit code 1. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? reasonOf(error) : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** Prisma's messages have the reason in their last line, after the call and its source. */
function reasonOf({ name, message }: Error): string {
  return name.startsWith("PrismaClient") ? (message.trim().split("\n").at(-1) ?? message) : message;
}

/**
 * The database that commands work on: DATABASE_DIRECT_URL if set, because a pooler in transaction mode cannot keep a session's locks.
 * @throws Error that says what to set, if the variable is missing or no URL of PostgreSQL
 */
export function requireDatabaseUrl(): string {
  const url = process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: name the database, as postgresql://user@host/name");
  if (!isPostgresUrl(url))
    throw new Error("DATABASE_URL is not an address of PostgreSQL: write it as postgresql://user@host/name");
  return url;
}

/** Opens a client for the duration of `use`. */
export async function withDb<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(url);
  try {
    return await use(db);
  } finally {
    await db.$disconnect();
  }
}
