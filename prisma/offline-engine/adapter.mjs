import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { connectionSettings } from "./database-command.mjs";

/** @typedef {import("@prisma/driver-adapter-utils").SqlDriverAdapter} SqlDriverAdapter */

/**
 * The engine's connection to PostgreSQL. It connects at the engine's first query.
 * @param {string | undefined} databaseUrl
 * @returns {import("@prisma/driver-adapter-utils").SqlMigrationAwareDriverAdapterFactory & { close(): Promise<void> }}
 */
export function createAdapterFactory(databaseUrl) {
  const settings = () => {
    // Even a comparison of two schema files queries the database's version.
    if (databaseUrl === undefined) throw new Error("DATABASE_URL is not set.");
    return connectionSettings(databaseUrl);
  };
  /** @type {SqlDriverAdapter[]} */
  const connected = [];
  return {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: async () => {
      const adapter = await connectEngine(settings());
      connected.push(adapter);
      return adapter;
    },
    // The engine itself disposes of shadow databases.
    connectToShadowDb: async () => connectToShadowDatabase(settings()),
    close: async () => {
      await Promise.all(connected.map((adapter) => adapter.dispose()));
    },
  };
}

/**
 * Prisma's adapter has two limits that migrations run into. It does not know the type "char" of PostgreSQL's catalogue, and it
 * splits a script at every semicolon, even within functions and quoted text.
 * @param {pg.ClientConfig} settings
 * @param {() => Promise<void>} [afterDispose]
 * @returns {Promise<SqlDriverAdapter>}
 */
async function connectEngine(settings, afterDispose) {
  const pool = new pg.Pool(settings);
  passInternalCharAsText(pool);
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: async (query) => restoreInternalChar(await adapter.queryRaw(query)),
    executeRaw: (query) => adapter.executeRaw(query),
    // Without parameters pg sends the whole text, and PostgreSQL splits it into statements.
    executeScript: async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    },
    startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    dispose: async () => {
      await adapter.dispose();
      await afterDispose?.();
    },
  };
}

/**
 * Creates a database for one comparison, and drops it when its connections are closed.
 * @param {pg.ClientConfig} settings
 */
async function connectToShadowDatabase(settings) {
  const database = `prisma_migrate_shadow_db_${randomUUID()}`;
  const main = await connectEngine(settings);
  await main.executeScript(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  return connectEngine({ ...settings, database }, async () => {
    await main.executeScript(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`);
    await main.dispose();
  });
}

// PostgreSQL's catalogue has a one-byte type, "char", which @prisma/adapter-pg refuses. These columns are relabelled as text
// before the adapter sees them, and get the type that the engine expects afterwards.
const INTERNAL_CHAR_OID = 18;
const TEXT_OID = 25;

/** Positions of "char" columns by their rows array, which the adapter passes on unchanged.
 * @type {WeakMap<unknown[], Set<number>>} */
const charColumnsByRows = new WeakMap();

/** @param {import("pg").Pool} pool */
function passInternalCharAsText(pool) {
  const runQuery = pool.query.bind(pool);
  /** @param {import("pg").QueryArrayConfig} config */
  const query = async (config) => {
    const result = await runQuery(config);
    // A script of several statements has a list of results.
    for (const part of [result].flat()) relabelColumns(part);
    return result;
  };
  Object.assign(pool, { query });
}

/** @param {import("pg").QueryArrayResult} result */
function relabelColumns({ fields, rows }) {
  const charFields = fields.filter((field) => field.dataTypeID === INTERNAL_CHAR_OID);
  if (charFields.length === 0) return;
  charColumnsByRows.set(rows, new Set(charFields.map((field) => fields.indexOf(field))));
  for (const field of charFields) field.dataTypeID = TEXT_OID;
}

/**
 * @param {import("@prisma/driver-adapter-utils").SqlResultSet} result
 * @returns {import("@prisma/driver-adapter-utils").SqlResultSet}
 */
function restoreInternalChar(result) {
  const charColumns = charColumnsByRows.get(result.rows);
  if (charColumns === undefined) return result;
  const columnTypes = result.columnTypes.map((type, index) =>
    charColumns.has(index) ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}
