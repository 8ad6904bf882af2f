import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

// Error codes of PostgreSQL and of the prisma CLI, which decides by its own whether to create a missing database.
const POSTGRES_DATABASE_MISSING = "3D000";
const POSTGRES_WRONG_PASSWORD = "28P01";
const PRISMA_DATABASE_MISSING = "P1003";
const PRISMA_WRONG_CREDENTIALS = "P1000";
const PRISMA_UNREACHABLE = "P1001";

/**
 * `schema-engine cli <command>`: outcome by exit code, the reason as a JSON log line on stderr.
 * @param {string} command
 * @param {string | undefined} databaseUrl
 * @returns {Promise<0 | 1>}
 */
export async function runDatabaseCommand(command, databaseUrl) {
  try {
    if (databaseUrl === undefined) throw new Error("DATABASE_URL is not set.");
    await runCommand(command, databaseUrl);
    return 0;
  } catch (error) {
    reportError(error);
    return 1;
  }
}

/**
 * @param {string} command
 * @param {string} databaseUrl
 */
async function runCommand(command, databaseUrl) {
  const database = pg.escapeIdentifier(connectionSettings(databaseUrl).database ?? "");
  switch (command) {
    case "can-connect-to-database":
      return runStatement(connectionSettings(databaseUrl), "SELECT 1");
    case "create-database":
      return runStatement(maintenanceSettings(databaseUrl), `CREATE DATABASE ${database}`);
    case "drop-database":
      return runStatement(maintenanceSettings(databaseUrl), `DROP DATABASE ${database}`);
    default:
      throw new Error(`Unknown command: ${command}`);
  }
}

/**
 * @param {pg.ClientConfig} settings
 * @param {string} statement
 */
async function runStatement(settings, statement) {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @param {unknown} error */
function reportError(error) {
  const fields = {
    message: error instanceof Error ? error.message : String(error),
    error_code: prismaCode(error),
    is_panic: false,
  };
  const line = { timestamp: new Date().toISOString(), level: "ERROR", fields, target: "schema_engine::logger" };
  // The CLI skips the first line, whatever it is, and reads the others as JSON.
  process.stderr.write(`\n${JSON.stringify(line)}\n`);
}

/** @param {unknown} error */
function prismaCode(error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === POSTGRES_DATABASE_MISSING) return PRISMA_DATABASE_MISSING;
  if (code === POSTGRES_WRONG_PASSWORD) return PRISMA_WRONG_CREDENTIALS;
  return PRISMA_UNREACHABLE;
}

const TABLES_SCHEMA = "public";
const MAINTENANCE_DATABASE = "postgres";

/**
 * The settings pg needs for a database address, as separate fields: pg lets a whole address win over `database`,
 * which would send what is meant for a shadow database to the real one.
 * @param {string} databaseUrl
 * @returns {import("pg").ClientConfig}
 */
export function connectionSettings(databaseUrl) {
  const schema = new URL(databaseUrl).searchParams.get("schema");
  if (schema !== null && schema !== TABLES_SCHEMA) {
    throw new Error(`The tables live in the schema "${TABLES_SCHEMA}": remove "schema=${schema}" from DATABASE_URL.`);
  }
  return parseIntoClientConfig(databaseUrl);
}

/**
 * The same server, at the database that is there to create and drop others from.
 * @param {string} databaseUrl
 */
function maintenanceSettings(databaseUrl) {
  return { ...connectionSettings(databaseUrl), database: MAINTENANCE_DATABASE };
}
