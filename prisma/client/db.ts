import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { Prisma, PrismaClient } from "../generated/client";

/** For composing SQL (`Prisma.sql`, `join`, `raw`, `empty`) and for the types of queries. */
export { Prisma };

export type Db = PrismaClient;

/** The client inside an interactive transaction. */
export type Tx = Prisma.TransactionClient;

/** What a query needs that runs alone as well as within somebody's transaction. */
export type DbOrTx = Db | Tx;

const POOL_MAX = 20;
/** So many stay open: whoever comes after a pause need not wait for a connection, and none of them needs a timer each time it is given back. */
const POOL_MIN = 4;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const TRANSACTION_WAIT_MS = 5_000;
const TRANSACTION_TIMEOUT_MS = 15_000;

/**
 * The adapter writes and reads timestamps without their offset, as if every session were in UTC: in another time zone
 * each date would come back shifted.
 */
const SESSION_SETTINGS = `-c TimeZone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS}`;

/** A statement as it is sent, with its values. */
export interface Statement {
  sql: string;
  args: readonly unknown[];
}

/**
 * A client with a pool of its own; nothing connects before the first query. Whoever creates it calls `$disconnect()`.
 * Raw statements are prepared once per connection and reused: see createStatementNames for the exceptions, and for how
 * a statement opts out (it starts with the comment `unnamed`).
 * A connection that dies while idle is dropped from the pool; the next query opens another.
 */
export function createDb(
  url: string,
  options: { poolMax?: number; onStatement?: (statement: Statement) => void } = {},
): Db {
  const nameOf = createStatementNamer();
  const connection = parseIntoClientConfig(url);
  const adapter = new PrismaPg(
    {
      ...connection,
      options: [connection.options, SESSION_SETTINGS].filter(Boolean).join(" "),
      max: options.poolMax ?? POOL_MAX,
      min: POOL_MIN,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
    },
    {
      statementNameGenerator: (statement) => {
        options.onStatement?.(statement);
        return nameOf(statement);
      },
    },
  );
  return new PrismaClient({
    adapter,
    transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  });
}

/** A pool, and the way to end all of it at once. */
export interface ConnectionPool {
  readonly pool: pg.Pool;
  /** Ends every connection, those in use as well. */
  close(): Promise<void>;
}

/**
 * A pool for what speaks to the database without Prisma. Who creates it calls `close()`.
 * A connection that dies, idle or in use, fails the query that needs it and nothing else: the process goes on.
 */
export function createPool(url: string, options: { poolMax: number }): ConnectionPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const clients = new Set<pg.Client>();
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (client instanceof pg.Client) clients.add(client);
  });
  pool.on("remove", (client) => {
    if (client instanceof pg.Client) clients.delete(client);
  });
  return {
    pool,
    close: async () => {
      // Its own end waits for whoever never gives a connection back: begun, so that no new ones are made, and not waited for.
      void pool.end();
      await Promise.allSettled([...clients].map((client) => client.end()));
    },
  };
}

/** Every connection keeps its own copy of each named statement, so their number is bounded. */
const NAMED_STATEMENTS_MAX = 500;

/** What a caller writes first in a statement whose best plan depends on its values: `/* unnamed *\/ SELECT …`. */
const UNNAMED_MARK = /^\s*\/\*\s*unnamed\s*\*\//;

/** A plan made without knowing the limit reads far too much: such statements are planned anew, each with its values. */
const PARAMETERISED_LIMIT = /\b(?:limit|offset)\s+\$\d/i;

/**
 * Names repeated statements, so that PostgreSQL parses and plans each once per connection.
 * The empty name means: parse it anew. It is what a statement gets that starts with the mark above, that has a
 * parameterised LIMIT or OFFSET, or that comes when the bound is reached.
 */
function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= NAMED_STATEMENTS_MAX || UNNAMED_MARK.test(sql) || PARAMETERISED_LIMIT.test(sql)) return "";
    const name = createHash("sha1").update(sql).digest("base64url");
    names.set(sql, name);
    return name;
  };
}
