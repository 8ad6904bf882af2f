import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { migrateDatabase } from "@app/db/cli/migrate-database";
import { urlOfDatabase, withConnection } from "@app/db/client/manage-databases";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";

export const USERS = 100_000;
/** More than any benchmark spends of one user. */
const CREDITS = 1_000_000_000;
const TEMPLATE = "bench_template";

export interface BenchServer {
  /** Process id of the database server, parent of its backends. */
  pid: number;
  /** Creates a migrated database with the users `1` to `100000` and nothing else. Returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Drops all databases and forces a checkpoint, so that the next benchmark does not pay for it. */
  dropDatabases(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL as in production, with fsync and synchronous_commit on. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-bench-"));
  // The database server, which runs as another user when this runs as root, must reach its folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
  const template = urlOfDatabase(postgres.url, TEMPLATE);
  await migrateDatabase(template);
  await withConnection(template, async (client) => {
    await client.query(
      `INSERT INTO "user" (id, name, email, credits, "updatedAt")
       SELECT i::text, 'User ' || i, 'u' || i || '@example.com', $2::int, now() FROM generate_series(1, $1::int) i`,
      [USERS, CREDITS],
    );
    await client.query(`VACUUM ANALYZE "user"`);
  });
  const created: string[] = [];
  return {
    pid: postgres.pid,
    createDatabase: async (name) => {
      await withConnection(postgres.url, (client) => client.query(`CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`));
      created.push(name);
      return urlOfDatabase(postgres.url, name);
    },
    dropDatabases: () =>
      withConnection(postgres.url, async (client) => {
        for (const name of created.splice(0)) await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
        await client.query("CHECKPOINT");
      }),
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
