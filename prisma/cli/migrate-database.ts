import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import { ensureDatabase, withConnection } from "../client/manage-databases";

/** Key of the advisory lock. An arbitrary number, the same for every process that migrates. */
export const MIGRATION_LOCK = 8_305_172_644;
const MIGRATION_LOCK_WAIT_MS = 120_000;

/**
 * `add_jobs` looks up waiting jobs with the same key and keeps the plan that it made while the queue was short. When a mail server or
 * a backend is down, that plan would read the whole queue for every payment and video. This forces the index.
 */
const FORCE_JOB_KEY_INDEX = "ALTER FUNCTION graphile_worker.add_jobs SET enable_seqscan = off";

/**
 * Migrates the database of `url`, and creates it if it is missing: Prisma's migrations first, then the job queue's.
 * When two processes migrate at once, one waits for the other and then has nothing left to do.
 * @throws Error with the output of the prisma CLI if a migration fails
 */
export async function migrateDatabase(url: string): Promise<void> {
  await ensureDatabase(url);
  await withConnection(url, async (client) => {
    await client.query(`SET lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
    // A session lock: it ends with the connection, however this process ends.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const { exitCode, output } = await runPrisma(["migrate", "deploy"], url);
    if (exitCode !== 0) throw new Error(`prisma migrate deploy failed:\n${output.trim()}`);
    await runMigrations({ connectionString: url });
    await client.query(FORCE_JOB_KEY_INDEX);
  });
}

const CLI_TIMEOUT_MS = 600_000;

/**
 * Runs a command of the prisma CLI on the database of `url`.
 * @param input the command's stdin
 * @returns exit code (null if a signal ended it) and everything the command printed
 */
export async function runPrisma(
  args: string[],
  url: string,
  input = "",
): Promise<{ exitCode: number | null; output: string }> {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: path.dirname(import.meta.dirname),
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
