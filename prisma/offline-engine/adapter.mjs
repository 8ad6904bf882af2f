import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";
import { connectionSettings } from "./database-command.mjs";

/** @typedef {import("@prisma/driver-adapter-utils").SqlDriverAdapter} SqlDriverAdapter */

/**
 * How the engine reaches PostgreSQL. Nothing connects until the engine asks its first question.
 * @param {string | undefined} databaseUrl
 * @returns {import("@prisma/driver-adapter-utils").SqlMigrationAwareDriverAdapterFactory & { close(): Promise<void> }}
 */
export function createAdapterFactory(databaseUrl) {
  const settings = () => {
    // Even a comparison of two files asks the database for its version.
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
    // Shadow databases are disposed of by the engine.
    connectToShadowDb: async () => connectToShadowDatabase(settings()),
    close: async () => {
      await Promise.all(connected.map((adapter) => adapter.dispose()));
    },
  };
}

/**
 * The adapter as it comes would not do for migrations in two ways: it does not know the catalogue's "char" columns, and
 * it cuts a script at every semicolon, through the middle of functions and quoted text.
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
    // Without parameters pg sends the text as it is, and PostgreSQL finds the ends of the statements.
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
 * A database made for one comparison, dropped once its connections are closed.
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

// PostgreSQL's catalogue uses a one-byte type, "char", which @prisma/adapter-pg does not know and refuses. Such columns
// pass the adapter as text, and get the type that the engine expects once they are through.
const INTERNAL_CHAR_OID = 18;
const TEXT_OID = 25;

/** Positions of "char" columns, by the rows they came with: the adapter hands those on as they are.
 * @type {WeakMap<unknown[], Set<number>>} */
const charColumnsByRows = new WeakMap();

/** @param {import("pg").Pool} pool */
function passInternalCharAsText(pool) {
  const runQuery = pool.query.bind(pool);
  /** @param {import("pg").QueryArrayConfig} config */
  const query = async (config) => {
    const result = await runQuery(config);
    // A script of many statements has a list of results.
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
