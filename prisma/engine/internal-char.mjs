import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";

// PostgreSQL's catalogue uses a one-byte type, "char", which @prisma/adapter-pg does not know and refuses. Such columns
// pass the adapter as text, and get the type that the engine expects once they are through.
const INTERNAL_CHAR_OID = 18;
const TEXT_OID = 25;

/** Positions of "char" columns, by the rows they came with: the adapter hands those on as they are.
 * @type {WeakMap<unknown[], Set<number>>} */
const charColumnsByRows = new WeakMap();

/** @param {import("pg").Pool} pool */
export function passInternalCharAsText(pool) {
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
export function restoreInternalChar(result) {
  const charColumns = charColumnsByRows.get(result.rows);
  if (charColumns === undefined) return result;
  const columnTypes = result.columnTypes.map((type, index) =>
    charColumns.has(index) ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}
