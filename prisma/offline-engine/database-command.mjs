import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

// Error codes of PostgreSQL and of the prisma CLI. By these the CLI decides whether to create a missing database.
const POSTGRES_DATABASE_MISSING = "3D000";
const POSTGRES_WRONG_PASSWORD = "28P01";
const PRISMA_DATABASE_MISSING = "P1003";
const PRISMA_WRONG_CREDENTIALS = "P1000";
const PRISMA_UNREACHABLE = "P1001";

/**
 * `schema-engine cli <command>`. Returns the exit code; an error is a JSON log line on stderr.
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
  // The CLI skips the first line and parses the others as JSON.
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
 * The connection settings of a database URL, as separate fields. A `connectionString` would override the field `database`, so that
 * statements for a shadow database would reach the real one.
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
 * Settings for the same server's maintenance database, from which others are created and dropped.
 * @param {string} databaseUrl
 */
function maintenanceSettings(databaseUrl) {
  return { ...connectionSettings(databaseUrl), database: MAINTENANCE_DATABASE };
}
