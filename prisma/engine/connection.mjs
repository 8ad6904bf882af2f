import { parseIntoClientConfig } from "pg-connection-string";

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
export function maintenanceSettings(databaseUrl) {
  return { ...connectionSettings(databaseUrl), database: MAINTENANCE_DATABASE };
}
