import { runMigrations } from "graphile-worker";
import { ensureDatabase, withConnection } from "./databases";
import { runPrisma } from "./prisma-cli";

/** Any number will do, as long as everything that migrates takes the same. */
export const MIGRATION_LOCK = 8_305_172_644;
const MIGRATION_LOCK_WAIT_MS = 120_000;

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
  });
}
