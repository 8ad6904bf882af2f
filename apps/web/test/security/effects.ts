import { Prisma } from "@app/db/client/db";
import { fetchFromApp, type TestApp } from "../app";
import type { EntryRequest } from "./requests";

/** A response as a caller gets it. */
export interface Outcome {
  status: number;
  /** The target of a redirect; of our own pages only the path. */
  location: string | null;
  body: string;
  headers: Headers;
}

/** The status of Remix's redirects for requests for a page's data. */
const DATA_REDIRECT = 202;
const REDIRECT = 302;

export async function send(
  app: TestApp,
  { path, ...request }: EntryRequest,
  headers: Record<string, string>,
): Promise<Outcome> {
  const response = await fetchFromApp(`${app.url}${path}`, {
    ...request,
    redirect: "manual",
    headers: { "accept-encoding": "identity", ...request.headers, ...headers },
  });
  const body = await response.text();
  if (response.status === DATA_REDIRECT)
    return { status: REDIRECT, location: dataLocation(body), body, headers: response.headers };
  return { status: response.status, location: response.headers.get("location"), body, headers: response.headers };
}

/** The data is a list in which a value follows its name. */
function dataLocation(body: string): string {
  const values: unknown[] = JSON.parse(body.split("\n")[0] ?? "[]");
  return String(values[values.indexOf("redirect") + 1]);
}

/** Columns that any request may write: they record that a session is in use. */
const UNWATCHED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  session: ["lastSeenAt", "userAgent", "updatedAt"],
};

/** All tables, so that new ones are watched as well. */
async function findTables({ db }: TestApp): Promise<string[]> {
  const rows = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`;
  return rows.map(({ name }) => name);
}

/** Reads the state of every table by name. A change between two readings shows where they differ. */
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
