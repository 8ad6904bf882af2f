import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import type pg from "pg";
import { encodingProblem } from "../client/encoding";
import { ensureDatabase, withConnection } from "../client/manage-databases";

/** Key of the advisory lock. An arbitrary number, the same for every process that migrates. */
export const MIGRATION_LOCK = 8_305_172_644;
const MIGRATION_LOCK_WAIT_MS = 120_000;
const MIGRATION_LOCK_RETRY_MS = 100;

/**
 * `add_jobs` looks up waiting jobs with the same key and keeps the plan that it made while the queue was short. When a mail server or
 * a backend is down, that plan would read the whole queue for every payment and video. This forces the index.
 */
const FORCE_JOB_KEY_INDEX = "ALTER FUNCTION graphile_worker.add_jobs SET enable_seqscan = off";

/** It has prisma.config.ts, the schema and the migrations. */
const PRISMA_FOLDER = path.dirname(import.meta.dirname);

/**
 * Migrates the database of `url`, and creates it if it is missing: Prisma's migrations first, then the job queue's.
 * When two processes migrate at once, one waits for the other and then has nothing left to do.
 * @throws Error with the output of the prisma CLI if a migration fails; for a database that cannot store every text, or creates tables elsewhere
 */
export async function migrateDatabase(
  url: string,
  { folder = PRISMA_FOLDER, retryPauseMs = RETRY_PAUSE_MS } = {},
): Promise<void> {
  await ensureDatabase(url);
  await withConnection(url, async (client) => {
    await requireUsableEncoding(client);
    await requirePublicSchema(client);
    // This connection holds the lock, and is idle meanwhile.
    await client.query(`SET lock_timeout = ${MIGRATION_LOCK_WAIT_MS}; SET idle_session_timeout = 0`);
    await takeMigrationLock(client);
    const unlimited = withoutTimeouts(url);
    await deployMigrations(unlimited, client, { folder, retryPauseMs });
    await runMigrations({ connectionString: unlimited });
    await client.query(FORCE_JOB_KEY_INDEX);
  });
}

async function requireUsableEncoding(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>("SHOW server_encoding");
  const problem = encodingProblem(rows[0]?.server_encoding ?? "unknown");
  if (problem !== null) throw new Error(problem);
}

/** Prisma's queries name the schema "public". Migrations create their tables where the role or the database has its own. */
async function requirePublicSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ schema: string | null }>("SELECT current_schema() AS schema");
  const schema = rows[0]?.schema;
  if (schema === "public") return;
  const found = schema ? `the schema "${schema}" comes first` : "it is not in the search path";
  throw new Error(`The tables live in the schema "public", but ${found}: ALTER ROLE <role> SET search_path = public`);
}

/** The role may have timeouts of its own, as behind PgBouncer. An index of a large table takes longer, and so may the CLI between two statements. */
function withoutTimeouts(url: string): string {
  const unlimited = new URL(url);
  const options = [unlimited.searchParams.get("options"), "-c statement_timeout=0 -c idle_session_timeout=0"]
    .filter(Boolean)
    .join(" ");
  unlimited.searchParams.set("options", options);
  return unlimited.href;
}

/**
 * Takes a session lock, which ends with the connection, however this process ends. Asks again and again instead of waiting in the statement:
 * `CREATE INDEX CONCURRENTLY` of the process that migrates waits for all statements that are running, and would wait for that one.
 */
async function takeMigrationLock(client: pg.Client): Promise<void> {
  const deadlineMs = Date.now() + MIGRATION_LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS locked", [MIGRATION_LOCK]);
    if (rows[0]?.locked) return;
    if (Date.now() >= deadlineMs) throw new Error(`another process migrates for ${MIGRATION_LOCK_WAIT_MS} ms`);
    await pause(MIGRATION_LOCK_RETRY_MS);
  }
}

/** The migration that gave up waiting for a lock, in the output of the CLI. */
const LOCK_TIMEOUT = /canceling statement due to lock timeout[\s\S]*?migration_name="([^"]+)"/;
/** The migration that failed or was interrupted in an earlier run. */
const FAILED_BEFORE = /Error: P3009[\s\S]*?The `([^`]+)` migration/;
const ATTEMPTS_MAX = 10;
const RETRY_PAUSE_MS = 3_000;

/**
 * A migration waits for a lock only as long as its `lock_timeout` says, because requests wait behind it. Then it is tried again, when the
 * long transaction that had the lock may have ended. So is one that was interrupted with its process or the server. The file is one
 * transaction, so that nothing of it was applied, or it creates one index concurrently, of which an invalid one is left.
 */
async function deployMigrations(
  url: string,
  client: pg.Client,
  { folder, retryPauseMs }: { folder: string; retryPauseMs: number },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { exitCode, output } = await runPrisma(["migrate", "deploy"], url, { folder });
    if (exitCode === 0) return;
    const [, locked] = LOCK_TIMEOUT.exec(output) ?? [];
    const [, failedBefore] = FAILED_BEFORE.exec(output) ?? [];
    const migration = locked ?? failedBefore;
    if (migration === undefined || attempt === ATTEMPTS_MAX)
      throw new Error(`prisma migrate deploy failed:\n${output.trim()}`);
    const problem = locked ? "waits for a lock of another transaction" : "did not finish in an earlier run";
    process.stderr.write(`${migration} ${problem}: attempt ${attempt} of ${ATTEMPTS_MAX}\n`);
    // Prisma keeps it as failed otherwise, and applies nothing more.
    const resolved = await runPrisma(["migrate", "resolve", "--rolled-back", migration], url, { folder });
    if (resolved.exitCode !== 0) throw new Error(`prisma migrate resolve failed:\n${resolved.output.trim()}`);
    await dropInvalidIndexes(client);
    if (locked) await pause(retryPauseMs);
  }
}

async function dropInvalidIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT format('%I.%I', nspname, relname) AS name FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE NOT indisvalid AND relkind = 'i' AND nspname = current_schema()`);
  for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
}

const CLI_TIMEOUT_MS = 600_000;

/**
 * Runs a command of the prisma CLI on the database of `url`.
 * @param options.input the command's stdin
 * @param options.folder with Prisma's configuration, the schema and the migrations
 * @returns exit code (null if a signal ended it) and everything the command printed
 */
export async function runPrisma(
  args: string[],
  url: string,
  { input = "", folder = PRISMA_FOLDER } = {},
): Promise<{ exitCode: number | null; output: string }> {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: pathWithNode(), DATABASE_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
    timeout: CLI_TIMEOUT_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      output += chunk;
    });
  }
  // A command that reads no input may have ended before this is written.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, output };
}

/** The engine is a script that starts `node` from the PATH, so the PATH starts with the running node. */
function pathWithNode(): string {
  return [path.dirname(process.execPath), process.env.PATH].filter(Boolean).join(path.delimiter);
}
