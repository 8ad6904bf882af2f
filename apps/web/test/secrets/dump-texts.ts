import { type Db, Prisma } from "@app/db/client";

interface Column {
  schema: string;
  table: string;
  column: string;
}

/** Every value of every column that can hold a text, of all schemas, by the column's name. */
export async function dumpTexts(db: Db): Promise<Map<string, string>> {
  const columns = await db.$queryRaw<Column[]>`
    SELECT table_schema AS schema, table_name AS "table", column_name AS "column"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
      AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY')`;
  const dump = new Map<string, string>();
  for (const { schema, table, column } of columns) {
    const from = Prisma.raw(`"${schema}"."${table}"`);
    const name = Prisma.raw(`"${column}"`);
    const rows = await db.$queryRaw<{ value: string }[]>(
      Prisma.sql`SELECT ${name}::text AS value FROM ${from} WHERE ${name} IS NOT NULL`,
    );
    dump.set(`${schema}.${table}.${column}`, rows.map(({ value }) => value).join("\n"));
  }
  return dump;
}
