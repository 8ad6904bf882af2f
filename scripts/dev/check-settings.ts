import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import path from "node:path";
import { isPostgresUrl } from "@app/db/client/manage-databases";
import { requireFreePorts } from "./free-ports";

/**
 * Ends the process with what to do if the demo cannot start with these settings. Called before the build: a first start takes minutes.
 */
export async function requireUsableSettings(settings: {
  port: number;
  sandboxPort: number;
  smtpPort: number;
  dataDir: string;
  environment: Readonly<Record<string, string>>;
}): Promise<void> {
  const { dataDir, environment } = settings;
  await requireFreePorts(settings);
  const refusal = directoryRefusal(dataDir);
  if (refusal !== null)
    exit(`Cannot keep data in ${dataDir}: the system refuses it (${refusal}). Set DATA_DIR to another directory.`);
  const databaseUrl = environment["DATABASE_URL"];
  if (databaseUrl === undefined) requireSpaceForDatabase(dataDir);
  // The parser's own error would not name the variable, and show the password.
  if (databaseUrl !== undefined && !URL.canParse(databaseUrl))
    exit("DATABASE_URL is not an address. Write postgresql://user:password@host/name, with # as %23 and the like.");
  // Another program's, such as file:./dev.db in the shell of a developer.
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl))
    exit(
      "DATABASE_URL is not the address of a PostgreSQL database. Unset it to use a database of Genmint's own, or write postgresql://user:password@host/name.",
    );
}

/** A new database and its demo data take 75. PostgreSQL that runs out of space ends without a word about it. */
const FREE_MIN_MEGABYTES = 100;
const MEGABYTE = 1024 * 1024;

/** A database that was created before may have less. */
function requireSpaceForDatabase(dataDir: string): void {
  const freeMegabytes = freeMegabytesIn(dataDir);
  if (freeMegabytes >= FREE_MIN_MEGABYTES || existsSync(path.join(dataDir, "postgres"))) return;
  exit(
    `Cannot keep data in ${dataDir}: ${freeMegabytes} MB are free there, and at least ${FREE_MIN_MEGABYTES} are needed. Delete something, or set DATA_DIR to another directory.`,
  );
}

/** Infinite where the system does not know, as some network drives. */
function freeMegabytesIn(directory: string): number {
  const { blocks, bavail, bsize } = statfsSync(directory);
  return blocks === 0 ? Number.POSITIVE_INFINITY : Math.floor((bavail * bsize) / MEGABYTE);
}

function exit(problem: string): never {
  console.error(problem);
  process.exit(1);
}

/** Creates the directory. Null if files can be written to it, else the system's code. */
export function directoryRefusal(directory: string): string | null {
  try {
    createDirectory(directory);
    // The slash refuses a file.
    accessSync(`${directory}/`, constants.W_OK);
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}

/** One directory after the other: Node's `recursive` never ends in /proc and other places where the system lets nobody create one. */
function createDirectory(directory: string): void {
  if (existsSync(directory)) return;
  createDirectory(path.dirname(directory));
  mkdirSync(directory);
}
