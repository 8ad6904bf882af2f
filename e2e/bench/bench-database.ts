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
  /** Process id of the database server, whose children's work is its own. */
  pid: number;
  /** A database of its own, migrated, with 100,000 users named `1` to `100000` and nothing else. Returns its address. */
  createDatabase(name: string): Promise<string>;
  /** Drops them all, and writes down what is still to be written: what comes next pays for nothing but itself. */
  dropDatabases(): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL as it is to run in earnest: fsync and synchronous_commit are on. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-bench-"));
  // Its folders are the database server's too, which runs as another user when this runs as root.
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
