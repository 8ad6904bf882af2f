import { readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { dropDatabase, urlOfDatabase, withConnection } from "../client/manage-databases";
import { isLongRun } from "../testing/long-run";
import { createPrismaFolder } from "../testing/prisma-folder";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { MIGRATION_LOCK, migrateDatabase, runPrisma } from "./migrate-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** On a busy machine a command of the prisma CLI takes ten seconds. */
const WAIT_MAX_MS = 45_000;
const MANY_COMMANDS_TIMEOUT_MS = 120_000;
const WAITING_FOR_LOCK = `
  SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'SELECT pg_try_advisory_lock%'`;
const APPLIED_MIGRATIONS = "SELECT migration_name, applied_steps_count FROM _prisma_migrations ORDER BY started_at";

/** Names of the folders in migrations/, in order. */
function migrationNames(): string[] {
  const entries = readdirSync(path.join(import.meta.dirname, "../migrations"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

describe("migrating", () => {
  test.runIf(isLongRun)("two processes that migrate a missing database end with the same schema", async () => {
    const { url: serverUrl } = inject("testServer");
    const url = urlOfDatabase(serverUrl, `genmint_test_migrate_${process.pid}`);
    try {
      await Promise.all([migrateDatabase(url), migrateDatabase(url)]);
      await withConnection(url, async (client) => {
        const { rows } = await client.query(APPLIED_MIGRATIONS);
        expect(rows.map((row) => row.migration_name)).toEqual(migrationNames());
        await client.query("SELECT graphile_worker.add_job('mail', '{}')");
      });
    } finally {
      await dropDatabase(serverUrl, `genmint_test_migrate_${process.pid}`);
    }
  });

  test("waits for a running migration", async () => {
    await withConnection(database.url, async (client) => {
      await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
      const migrating = migrateDatabase(database.url);
      await vi.waitFor(async () => {
        const waiting = await client.query(WAITING_FOR_LOCK);
        expect(waiting.rowCount).toBe(1);
      }, WAIT_MAX_MS);
      await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      await migrating;
    });
  });

  test.runIf(isLongRun)(
    "a migration that gives up waiting for a lock is tried again when the lock is free",
    async () => {
      const locked = await createTestDatabase();
      const copy = createPrismaFolder();
      try {
        copy.addMigration(
          "9001_column",
          `SET LOCAL lock_timeout = '50ms'; ALTER TABLE "user" ADD COLUMN "nickname" text;`,
        );
        copy.addMigration("9002_index", `CREATE INDEX CONCURRENTLY "user_nickname_idx" ON "user" ("nickname");`);
        await withConnection(locked.url, async (client) => {
          await client.query(`BEGIN; SELECT 1 FROM "user"`);
          const migrating = migrateDatabase(locked.url, { folder: copy.folder, retryPauseMs: 10 });
          await vi.waitFor(async () => {
            const failed = `SELECT 1 FROM _prisma_migrations WHERE migration_name = '9001_column' AND rolled_back_at IS NOT NULL`;
            expect((await client.query(failed)).rowCount).toBeGreaterThan(0);
          }, WAIT_MAX_MS);
          await client.query("COMMIT");
          await migrating;
          const valid = `SELECT indisvalid FROM pg_index WHERE indexrelid = '"user_nickname_idx"'::regclass`;
          expect((await client.query(valid)).rows).toEqual([{ indisvalid: true }]);
        });
      } finally {
        copy.remove();
        await locked.drop();
      }
    },
    MANY_COMMANDS_TIMEOUT_MS,
  );

  test.runIf(isLongRun).each([
    ["adds a column", `ALTER TABLE "user" ADD COLUMN "nickname" text;`, `SELECT "nickname" FROM "user"`],
    [
      "creates an index",
      `CREATE INDEX CONCURRENTLY "user_name_idx" ON "user" ("name");`,
      `SELECT 1 / (SELECT indisvalid::int FROM pg_index WHERE indexrelid = '"user_name_idx"'::regclass)`,
    ],
  ])(
    "a migration that %s and was interrupted is applied by the next run",
    async (_, migration, check) => {
      const interrupted = await createTestDatabase();
      const copy = createPrismaFolder();
      try {
        copy.addMigration("9001_interrupted", migration);
        await withConnection(interrupted.url, async (client) => {
          await client.query(`BEGIN; LOCK TABLE "user" IN ROW EXCLUSIVE MODE`);
          const migrating = migrateDatabase(interrupted.url, { folder: copy.folder });
          const failed = expect(migrating).rejects.toThrow("prisma migrate deploy failed");
          await vi.waitFor(async () => {
            // A transaction sees the activity as it was at first.
            await client.query("SELECT pg_stat_clear_snapshot()");
            const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'`;
            expect((await client.query(end)).rowCount).toBe(1);
          }, WAIT_MAX_MS);
          await client.query("COMMIT");
          await failed;
          await migrateDatabase(interrupted.url, { folder: copy.folder });
          await client.query(check);
        });
      } finally {
        copy.remove();
        await interrupted.drop();
      }
    },
    MANY_COMMANDS_TIMEOUT_MS,
  );

  test.runIf(isLongRun).each([
    ["the statements of the service", "statement_timeout", "200ms"],
    ["a session may be idle", "idle_session_timeout", "50ms"],
  ])("a migration may take longer than %s", async (_, limit, duration) => {
    const limited = await createTestDatabase();
    const copy = createPrismaFolder();
    try {
      copy.addMigration("9001_slow", "SELECT pg_sleep(0.3)");
      await withConnection(limited.url, (client) =>
        client.query(`ALTER DATABASE "${new URL(limited.url).pathname.slice(1)}" SET ${limit} = '${duration}'`),
      );
      await migrateDatabase(limited.directUrl, { folder: copy.folder });
    } finally {
      copy.remove();
      await limited.drop();
    }
  });

  test("a second migration changes nothing", async () => {
    const before = await withConnection(database.url, async (client) => (await client.query(APPLIED_MIGRATIONS)).rows);
    await migrateDatabase(database.url);
    const after = await withConnection(database.url, async (client) => (await client.query(APPLIED_MIGRATIONS)).rows);
    expect(after).toEqual(before);
  });

  test("the migrations create exactly the schema of schema.prisma", async () => {
    const difference = ["migrate", "diff", "--from-migrations", "migrations", "--to-schema", "schema.prisma"];
    const { exitCode, output } = await runPrisma([...difference, "--exit-code"], database.url);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining("No difference detected.") });
    const shadows = "SELECT datname FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow%'";
    await withConnection(database.url, async (client) => expect((await client.query(shadows)).rows).toEqual([]));
  });

  test("a database that cannot store every character is refused before anything is written", async () => {
    const { url: serverUrl } = inject("testServer");
    const name = `genmint_test_encoding_${process.pid}`;
    await withConnection(serverUrl, (client) =>
      client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C' LOCALE_PROVIDER libc`),
    );
    try {
      const url = urlOfDatabase(serverUrl, name);
      await expect(migrateDatabase(url)).rejects.toThrow(/^The database has the encoding LATIN1, .+ ENCODING 'UTF8'/);
      await withConnection(url, async (client) => {
        expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).rowCount).toBe(0);
      });
    } finally {
      await dropDatabase(serverUrl, name);
    }
  });

  test.each([
    ["app, public", /the schema "app" comes first: ALTER ROLE <role> SET search_path = public$/],
    ["nowhere", /but it is not in the search path: ALTER ROLE/],
  ])("tables that would be created elsewhere, by the search path %s, are refused", async (path, problem) => {
    const other = await createTestDatabase();
    try {
      const name = new URL(other.url).pathname.slice(1);
      await withConnection(other.url, (client) =>
        client.query(`CREATE SCHEMA app; ALTER DATABASE "${name}" SET search_path = ${path}`),
      );
      await expect(migrateDatabase(other.directUrl)).rejects.toThrow(problem);
      await withConnection(other.url, async (client) => {
        expect((await client.query("SELECT FROM pg_tables WHERE schemaname = 'app'")).rowCount).toBe(0);
      });
    } finally {
      await other.drop();
    }
  });

  test("the error for an unreachable server contains no password", async () => {
    const failure = migrateDatabase("postgresql://me:secret@127.0.0.1:1/app");
    await expect(failure).rejects.toThrow(/Cannot open the database at 127\.0\.0\.1:1\/app: .*ECONNREFUSED/);
    await expect(failure).rejects.not.toThrow(/secret/);
  });
});

describe("the database refuses", () => {
  const account = { id: "u1", email: "u1@example.test" };

  beforeAll(async () => {
    await database.db.user.create({ data: account });
    await database.db.creditLedger.create({
      data: { id: "l1", userId: "u1", delta: 5, reason: "bonus", balanceAfter: 5 },
    });
  });

  test.each([
    ["UPDATE", `UPDATE credit_ledger SET delta = 1`],
    [
      "UPDATE",
      `INSERT INTO credit_ledger (id, "userId", delta, reason, "balanceAfter")
      VALUES ('l1', 'u1', 5, 'bonus', 5) ON CONFLICT (id) DO UPDATE SET delta = 6`,
    ],
    ["DELETE", `DELETE FROM credit_ledger WHERE id = 'nothing'`],
    ["TRUNCATE", `TRUNCATE credit_ledger`],
    ["TRUNCATE", `TRUNCATE "user" CASCADE`],
    ["UPDATE", `UPDATE "user" SET id = 'u2' WHERE id = 'u1'`],
  ])("%s of ledger entries by %s", async (operation, statement) => {
    const change = withConnection(database.url, (client) => client.query(statement));
    await expect(change).rejects.toThrow(`credit_ledger is append-only: ${operation} is refused`);
    expect(await database.db.creditLedger.findMany()).toMatchObject([{ id: "l1", userId: "u1", delta: 5 }]);
  });

  test("deleting a user who has ledger entries", async () => {
    await expect(database.db.user.delete({ where: { id: "u1" } })).rejects.toThrow();
    expect(await database.db.user.count()).toBe(1);
  });

  test.each([
    ["user_email_check", `INSERT INTO "user" (id, email, "updatedAt") VALUES ('x', 'X@example.test', now())`],
    ["user_role_check", `UPDATE "user" SET role = 'owner'`],
    [
      "credit_ledger_delta_check",
      `INSERT INTO credit_ledger (id, "userId", delta, reason, "balanceAfter") VALUES ('l2', 'u1', 0, 'bonus', 5)`,
    ],
    [
      "payment_amountCents_check",
      `INSERT INTO payment (id, provider, "providerPaymentId", "userId", "amountCents", type, "creditsGranted")
       VALUES ('p', 'creem', 'p', 'u1', -1, 'one_time', 0)`,
    ],
    [
      "subscription_credit_schedule_totalCreditsRemaining_check",
      insertSchedule({ totalCreditsRemaining: "-1", pausedAt: "NULL" }),
    ],
    ["subscription_credit_schedule_pause_check", insertSchedule({ totalCreditsRemaining: "1", pausedAt: "now()" })],
    [
      "generation_history_status_check",
      `INSERT INTO generation_history (id, "userId", type, prompt, status, "creditsUsed", metadata, "updatedAt")
       VALUES ('g', 'u1', 'image', '', 'done', 20, '{}', now())`,
    ],
  ])("a violation of %s", async (constraint, statement) => {
    const change = withConnection(database.url, (client) => client.query(statement));
    await expect(change).rejects.toThrow(`violates check constraint "${constraint}"`);
  });
});

/** Inserts a subscription and its schedule. The values are SQL expressions. */
function insertSchedule({
  totalCreditsRemaining,
  pausedAt,
}: {
  totalCreditsRemaining: string;
  pausedAt: string;
}): string {
  return `
    WITH s AS (
      INSERT INTO subscription
        (id, provider, "providerSubId", "userId", "planKey", status, "currentPeriodEnd", "statusEventAt", "updatedAt")
      VALUES ('s', 'creem', 's', 'u1', 'pro_yearly', 'active', now(), now(), now()))
    INSERT INTO subscription_credit_schedule
      (id, "subscriptionId", "userId", "planKey", "creditsPerGrant", "intervalMonths", "grantsRemaining",
       "totalCreditsRemaining", "nextGrantAt", "pausedAt", "updatedAt")
    VALUES ('c', 's', 'u1', 'pro_yearly', 1, 1, 1, ${totalCreditsRemaining}, now(), ${pausedAt}, now())`;
}
