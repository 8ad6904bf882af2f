import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { runMigrations } from "graphile-worker";
import { ensureDatabase, withConnection } from "../client/manage-databases";

/** Any number will do, as long as everything that migrates takes the same. */
export const MIGRATION_LOCK = 8_305_172_644;
const MIGRATION_LOCK_WAIT_MS = 120_000;

/**
 * Queueing looks for jobs that wait under the same key, and keeps the plan that was made while few did: with it, every payment and every
 * video would read all the jobs that wait while a mail server or a backend is away.
 */
const FORCE_JOB_KEY_INDEX = "ALTER FUNCTION graphile_worker.add_jobs SET enable_seqscan = off";

/**
 * Brings the database of `url` to the current schema, creating it when it is missing: Prisma's migrations first, then
 * the job queue's own. Of two that migrate at once, one waits for the other and then finds nothing left to do.
 * @throws Error with the output of the prisma CLI when a migration fails
 */
export async function migrateDatabase(url: string): Promise<void> {
  await ensureDatabase(url);
  await withConnection(url, async (client) => {
    await client.query(`SET lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
    // Held by this session alone, so that it ends with the connection however this process ends.
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const { exitCode, output } = await runPrisma(["migrate", "deploy"], url);
    if (exitCode !== 0) throw new Error(`prisma migrate deploy failed:\n${output.trim()}`);
    await runMigrations({ connectionString: url });
    await client.query(FORCE_JOB_KEY_INDEX);
  });
}

const CLI_TIMEOUT_MS = 600_000;

/**
 * Runs a command of the prisma CLI on the database of `url`, to its end.
 * @param input what the command reads from stdin
 * @returns exit code (null when a signal ended it) and everything it printed
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
  // A command that reads nothing may be gone before it is told so.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, output };
}

/** The engine is a script that finds node by its name, wherever the node that runs us is installed. */
function pathWithNode(): string {
  return [path.dirname(process.execPath), process.env.PATH].filter(Boolean).join(path.delimiter);
}
