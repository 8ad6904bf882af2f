import { Prisma } from "@app/db/client";
import type { TestApp } from "../start-test-app";

/** Columns that a request may write without having done anything: noting that a session is in use. */
const UNWATCHED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  session: ["lastSeenAt", "userAgent", "updatedAt"],
};

/** The tables whose every row counts: all there are, so that one that is added is watched too. */
async function findTables({ db }: TestApp): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`;
  return rows.map(({ name }) => name);
}

/** Reads the state of everything, each part by its name; what has changed between two readings is where they differ. */
export async function createFingerprint(app: TestApp): Promise<() => Promise<Record<string, unknown>>> {
  const tables = (await findTables(app)).map((table) => digestOf(`public."${table}"`, UNWATCHED_COLUMNS[table]));
  const all = Prisma.join([...tables, digestOf("graphile_worker.jobs")], " UNION ALL ");
  return async () => {
    const rows = await app.db.$queryRaw<{ part: string; digest: string }[]>(all);
    const outside = app.sandbox.requests.length;
    return { ...Object.fromEntries(rows.map(({ part, digest }) => [part, digest])), "requests to others": outside };
  };
}

function digestOf(table: string, unwatched: readonly string[] = []): Prisma.Sql {
  const row = unwatched.reduce((json, column) => `${json} - '${column}'`, "to_jsonb(t)");
  return Prisma.raw(
    `SELECT '${table}' AS part, count(*) || ' ' || coalesce(md5(string_agg((${row})::text, '' ORDER BY (${row})::text)), '') AS digest FROM ${table} t`,
  );
}
