import pg from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

// Error codes of PostgreSQL. When two processes create a database at once, the second one fails with one of the last two.
const DATABASE_MISSING = "3D000";
const DATABASE_EXISTS = "42P04";
const UNIQUE_VIOLATION = "23505";

const PROTOCOLS: readonly string[] = ["postgresql:", "postgres:"];

/** Whether it is the address of a PostgreSQL database. pg takes any: of `file:./dev.db` it makes port 5432 of this machine. */
export function isPostgresUrl(url: string): boolean {
  return URL.canParse(url) && PROTOCOLS.includes(new URL(url).protocol);
}

/** The URL of another database on the same server. */
export function urlOfDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

/**
 * Opens one connection for the duration of `use`.
 * @throws Error naming the server, never the password, when it cannot be reached
 */
export async function withConnection<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`Cannot open the database at ${describe(url)}: ${reasonOf(error)}`, { cause: error });
  }
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Creates the database of `url` if it does not exist. Two processes may do this at once. */
export async function ensureDatabase(url: string): Promise<void> {
  try {
    await withConnection(url, async () => {});
  } catch (error) {
    const missing = error instanceof Error && codeOf(error.cause) === DATABASE_MISSING;
    if (!missing) throw error;
    await createDatabase(url);
  }
}

async function createDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  try {
    await withConnection(urlOfDatabase(url, "postgres"), (client) =>
      // Only a copy of template0 may have another encoding than the server's own.
      client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`),
    );
  } catch (error) {
    const existsNow = [DATABASE_EXISTS, UNIQUE_VIOLATION].includes(codeOf(error) ?? "");
    if (!existsNow) throw error;
  }
}

/**
 * Creates a database as a copy of `template`, which must have no connections. Copying the files takes half of the CPU time that writing
 * all their pages to the log does, which is PostgreSQL's default.
 */
export async function cloneDatabase(serverUrl: string, template: string, name: string): Promise<void> {
  const [copy, original] = [name, template].map(pg.escapeIdentifier);
  await withConnection(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${copy} TEMPLATE ${original} STRATEGY FILE_COPY`),
  );
}

/**
 * Creates and fills a database, unless it exists. It has another name until it is full, so that an interrupted attempt never looks complete:
 * the next one begins again.
 * @returns whether it has done so
 */
export async function createFilledDatabase(
  serverUrl: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<boolean> {
  if (await databaseExists(serverUrl, name)) return false;
  const unfinished = `${name}_unfinished`;
  await dropDatabase(serverUrl, unfinished);
  await fill(urlOfDatabase(serverUrl, unfinished));
  await withConnection(serverUrl, (client) =>
    client.query(`ALTER DATABASE ${pg.escapeIdentifier(unfinished)} RENAME TO ${pg.escapeIdentifier(name)}`),
  );
  return true;
}

function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  return withConnection(serverUrl, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    return rowCount === 1;
  });
}

/** Drops a database and ends its connections. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withConnection(serverUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

function describe(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  // If a host name has several addresses, the reasons are nested and the outer message is empty.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
