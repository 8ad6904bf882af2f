import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { Prisma, PrismaClient } from "../generated/client";
import { type AroundStatement, observeStatements } from "./observed-adapter";

/** For SQL fragments (`Prisma.sql`, `join`, `raw`, `empty`) and the types of queries. */
export { Prisma };

export type Db = PrismaClient;

/** The client inside an interactive transaction. */
export type Tx = Prisma.TransactionClient;

/** For queries that run alone or within the caller's transaction. */
export type DbOrTx = Db | Tx;

const POOL_MAX = 20;
/** Connections that stay open when idle: opening one takes about 20 ms, which the first requests after a pause would wait for. */
const POOL_MIN = 4;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const TRANSACTION_WAIT_MS = 5_000;
const TRANSACTION_TIMEOUT_MS = 15_000;

/**
 * The adapter reads and writes timestamps without an offset, as UTC. In a session with another time zone every date would
 * come back shifted.
 */
const SESSION_SETTINGS = `-c TimeZone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS}`;

/**
 * Dates come from the database as text. In another style, which a database or a role may have, 5 March is read as 3 May. The order of day
 * and month stays the database's: texts in the style ISO have no other.
 *
 * A statement that has waited for a lock must see what its holder has written. Under another isolation that a database or a role may have,
 * it fails, or decides by what was there before.
 *
 * The job queue's connections that listen, and hold a worker's lock, are idle for as long as the worker lives.
 */
const COMMON_SETTINGS = String.raw`-c DateStyle=ISO -c default_transaction_isolation=read\ committed -c idle_session_timeout=0`;

function withSettings(url: string, settings = ""): pg.PoolConfig {
  const connection = parseIntoClientConfig(url);
  return { ...connection, options: [connection.options, COMMON_SETTINGS, settings].filter(Boolean).join(" ") };
}

/** A statement as sent to the database, with its values. */
export interface Statement {
  sql: string;
  args: readonly unknown[];
}

/**
 * A Prisma client with its own pool. It connects at the first query; the caller ends it with `$disconnect()`. A connection that
 * dies while idle is dropped from the pool, and the next query opens another.
 * Statements are prepared once per connection. See `createStatementNamer` for the exceptions and for how to opt out.
 * @param options.preparedStatements false for a connection pooler that gives every transaction another connection
 * @param options.onStatement is called with every statement, for tests and benchmarks that count or explain them
 * @param options.aroundStatement runs every statement, for traces
 */
export function createDb(
  url: string,
  options: {
    poolMax?: number;
    preparedStatements?: boolean;
    onStatement?: (statement: Statement) => void;
    aroundStatement?: AroundStatement | undefined;
  } = {},
): Db {
  const nameOf = options.preparedStatements === false ? () => "" : createStatementNamer();
  const pool = new pg.Pool({
    ...withSettings(url, SESSION_SETTINGS),
    max: options.poolMax ?? POOL_MAX,
    min: POOL_MIN,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: (statement) => {
      options.onStatement?.(statement);
      return nameOf(statement);
    },
  });
  const { aroundStatement } = options;
  const db = new PrismaClient({
    adapter: aroundStatement ? observeStatements(adapter, aroundStatement) : adapter,
    transactionOptions: { maxWait: TRANSACTION_WAIT_MS, timeout: TRANSACTION_TIMEOUT_MS },
  });
  pools.set(db, pool);
  return db;
}

const pools = new WeakMap<Db, pg.Pool>();

/** Connections of a client's pool, and the requests that wait for one. */
export interface PoolUse {
  idle: number;
  inUse: number;
  waiting: number;
}

export function readPoolUse(db: Db): PoolUse {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {};
  return { idle: idleCount, inUse: totalCount - idleCount, waiting: waitingCount };
}

/** How long a server may take to end its connections. One that no longer responds must not keep a process from ending. */
const CLOSE_MAX_MS = 5_000;

function withinCloseTime(closing: Promise<unknown>): Promise<unknown> {
  return Promise.race([closing, pause(CLOSE_MAX_MS, undefined, { ref: false })]);
}

/** Ends a client's connections. Waits for those in use, but not for a server that no longer responds. */
export async function closeDb(db: Db): Promise<void> {
  await withinCloseTime(db.$disconnect());
}

export interface ConnectionPool {
  readonly pool: pg.Pool;
  /** Ends every connection, including those in use. Does not wait for a server that no longer responds. */
  close(): Promise<void>;
}

/**
 * A pool for the job queue, which uses pg and not Prisma. The caller ends it with `close()`.
 * A connection that dies, idle or in use, fails only the query that needs it. Without the error listeners it would end the process.
 */
export function createPool(url: string, options: { poolMax: number }): ConnectionPool {
  const pool = new pg.Pool({
    ...withSettings(url),
    max: options.poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  ignoreSecondRelease(pool);
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
      // Stops new connections. Not awaited: it would wait for borrowed connections that may never be returned.
      void pool.end();
      await withinCloseTime(Promise.allSettled([...clients].map((client) => client.end())));
    },
  };
}

/** Without a connection `release` may be missing, contrary to pg's types. */
type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release?: (error?: unknown) => void,
) => void;

/**
 * Lets a connection that was borrowed with a callback be released twice. graphile-worker does so with the one that listens for jobs, when it
 * breaks while the worker ends. pg throws then, in a promise that graphile-worker does not handle: it would end the process.
 */
function ignoreSecondRelease(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool);
  const connectOnce = (onConnect?: OnConnect) => {
    if (!onConnect) return connect();
    const onAttempt: OnConnect = (error, client, release) => {
      let isReleased = false;
      onConnect(error, client, (reason) => {
        if (isReleased) return;
        isReleased = true;
        release?.(reason);
      });
    };
    return connect(onAttempt);
  };
  Object.assign(pool, { connect: connectOnce });
}

/** Every connection keeps a copy of each named statement, so their number has a limit. */
const NAMED_STATEMENTS_MAX = 500;

/** Opt-out for a statement whose best plan depends on its values: it starts with this comment. */
const UNNAMED_MARK = /^\s*\/\*\s*unnamed\s*\*\//;

/** A plan that does not know the limit may read far too many rows, so these statements are planned with their values every time. */
const PARAMETERISED_LIMIT = /\b(?:limit|offset)\s+\$\d/i;

/**
 * Names repeated statements, so that PostgreSQL parses and plans each once per connection. The adapter does not name them by itself.
 * An empty name means that PostgreSQL parses and plans the statement every time: statements with the mark above, with a
 * parameterised LIMIT or OFFSET, and new ones once the limit is reached.
 */
function createStatementNamer(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const existing = names.get(sql);
    if (existing !== undefined) return existing;
    if (names.size >= NAMED_STATEMENTS_MAX || UNNAMED_MARK.test(sql) || PARAMETERISED_LIMIT.test(sql)) return "";
    const name = createHash("sha1").update(sql).digest("base64url");
    names.set(sql, name);
    return name;
  };
}
