// npx tsx e2e/cluster/migration.ts: migrates a database with 100,000 users while the service is in use, also while a long transaction is open.
// No request may fail or take longer than a second. Run `pnpm build` first.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { migrateDatabase } from "@app/db/cli/migrate-database";
import { createDb, type Db } from "@app/db/client/db";
import { urlOfDatabase, withConnection } from "@app/db/client/manage-databases";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import { createPrismaFolder, type PrismaFolder } from "@app/db/testing/prisma-folder";
import { findMigrationProblems } from "../../scripts/test/migration-rules";
import { type BenchUser, seedActiveUser, seedYearOfData } from "../bench/fixtures";
import { startInstantChat } from "../bench/instant-backends";
import { percentile } from "../bench/load";
import { MixedRequests } from "../bench/mixed-requests";
import { startWebProcess } from "../bench/web-process";

const ROWS = 100_000;
const ACTIVE_USERS = 8;
/** Migrations that the database gets only after it was filled. */
const NEWEST = 2;

const CLIENTS = 8;
/** Between two requests of a client, so that the machine has time left and slow requests are the migration's doing. */
const PACE_MS = 50;
const USUAL_MS = 5_000;
const SLOWEST_MAX_MS = 1_000;
const LONG_TRANSACTION_MS = 3_000;
const LOCK_LOOK_INTERVAL_MS = 20;
const LOCK_LOOK_MAX_MS = 30_000;

/** The expanding part of a new required column, as CONTRIBUTING.md describes it. Named so that they never clash with the schema. */
const EXPAND = [
  {
    name: "9001_drill_name",
    sql: `SET LOCAL lock_timeout = '300ms';
ALTER TABLE "user" ADD COLUMN "drillName" text, ADD CONSTRAINT "user_drill_name_check" CHECK (char_length("drillName") <= 100) NOT VALID;`,
  },
  { name: "9002_drill_name_index", sql: `CREATE INDEX CONCURRENTLY "user_drill_name_idx" ON "user" ("drillName");` },
  {
    name: "9003_drill_name_valid",
    sql: `SET LOCAL lock_timeout = '300ms';\nALTER TABLE "user" VALIDATE CONSTRAINT "user_drill_name_check";`,
  },
  {
    name: "9004_ledger_index",
    sql: `CREATE INDEX CONCURRENTLY "ledger_reason_idx" ON credit_ledger (reason, "createdAt");`,
  },
];
const WHILE_LOCKED = [
  {
    name: "9005_drill_locale",
    sql: `SET LOCAL lock_timeout = '300ms';\nALTER TABLE "user" ADD COLUMN "drillLocale" text;`,
  },
];
/** What the rules refuse: it waits for its lock without a bound, and every request waits behind it. */
const WITHOUT_BOUND = `ALTER TABLE "user" ADD COLUMN "drillTimezone" text`;

/** @returns whether everything held */
export async function run(): Promise<boolean> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-migration-"));
  // The database server, which runs as another user when this runs as root, must reach its folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: true });
  const prisma = createPrismaFolder();
  try {
    const url = urlOfDatabase(postgres.url, "genmint");
    await fillOlderDatabase(url, prisma);
    return await migrateInUse(url, prisma);
  } finally {
    prisma.remove();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A database of an older version, with data, and then of this version. */
async function fillOlderDatabase(url: string, prisma: PrismaFolder): Promise<void> {
  const older = createPrismaFolder();
  try {
    for (const name of older.migrations().slice(-NEWEST)) older.removeMigration(name);
    await migrateDatabase(url, older);
  } finally {
    older.remove();
  }
  await withConnection(url, (client) => seedYearOfData(client, { users: ROWS, entries: ROWS }));
  const startedAt = performance.now();
  await migrateDatabase(url, prisma);
  const names = prisma.migrations().slice(-NEWEST).join(", ");
  console.log(
    `${ROWS} users, payments, chats, generations and ledger entries; then ${names}: ${took(startedAt)} with the start of the CLI`,
  );
}

async function migrateInUse(url: string, prisma: PrismaFolder): Promise<boolean> {
  const problems = await findMigrationProblems([...EXPAND, ...WHILE_LOCKED]);
  const db = createDb(url);
  const chat = await startInstantChat();
  try {
    const users: BenchUser[] = [];
    for (let count = 0; count < ACTIVE_USERS; count += 1) users.push(await seedActiveUser(db));
    const spentBefore = await countSpends(db, users);
    const web = await startWebProcess(url, chat.env);
    const load = new PacedLoad(web.url, users);
    const migrate = async (migrations: typeof EXPAND) => {
      for (const { name, sql } of migrations) prisma.addMigration(name, sql);
      await migrateDatabase(url, prisma);
    };
    try {
      await load.during("warming up", () => pause(USUAL_MS));
      const phases = [
        await load.during("as usual", () => pause(USUAL_MS)),
        await load.during("expanding migrations", () => migrate(EXPAND)),
        await load.during("one behind a long transaction", () =>
          behindLongTransaction(url, () => migrate(WHILE_LOCKED)),
        ),
      ];
      const unbounded = await load.during("the same without lock_timeout", () =>
        behindLongTransaction(url, () => withConnection(url, (client) => client.query(WITHOUT_BOUND))),
      );
      await load.stop();
      for (const phase of [...phases, unbounded]) console.log(describePhase(phase));
      const lost = (await countSpends(db, users)) - spentBefore - load.mixed.chats;
      return report([
        ...problems.map((problem) => `pnpm check refuses ${problem}`),
        ...phases.flatMap(problemsOf),
        ...(slowest(unbounded) > SLOWEST_MAX_MS
          ? []
          : ["without lock_timeout no request waited: the drill shows nothing"]),
        ...(lost === 0 ? [] : [`${lost} more charges than chats`]),
      ]);
    } finally {
      await web.stop();
    }
  } finally {
    chat.stop();
    await db.$disconnect();
  }
}

/** Runs a migration while a transaction that has read the table is open, as of a backup or a report, and stays open after the migration begins to wait. */
async function behindLongTransaction(url: string, migrate: () => Promise<unknown>): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`BEGIN; SELECT 1 FROM "user" LIMIT 1`);
    const migrated = migrate();
    await Promise.race([waitForLock(client), migrated]);
    await pause(LONG_TRANSACTION_MS);
    await client.query("COMMIT");
    await migrated;
  });
}

/** Waits until something waits for a lock of the users, which nothing but a migration does. */
async function waitForLock(client: { query(sql: string): Promise<{ rowCount: number | null }> }): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks WHERE relation = '"user"'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`;
  const deadline = performance.now() + LOCK_LOOK_MAX_MS;
  while ((await client.query(waiting)).rowCount === 0) {
    if (performance.now() > deadline)
      throw new Error(`No migration has waited for a lock within ${LOCK_LOOK_MAX_MS} ms`);
    await pause(LOCK_LOOK_INTERVAL_MS);
  }
}

interface Phase {
  name: string;
  seconds: number;
  /** Milliseconds of each request, in ascending order. */
  latencies: number[];
  failures: string[];
}

/** Clients that send the mixed requests with pauses, from the first phase until `stop`. A failure is counted and ends nothing. */
class PacedLoad {
  readonly mixed: MixedRequests;
  #phase: Phase = newPhase("");
  #isOver = false;
  readonly #clients: Promise<unknown>;

  constructor(url: string, users: readonly BenchUser[]) {
    this.mixed = new MixedRequests(users);
    this.#clients = Promise.all(Array.from({ length: CLIENTS }, () => this.#send(url)));
  }

  /** A request belongs to the phase in which it ends. The requests that wait when a phase ends are awaited. */
  async during(name: string, work: () => Promise<unknown>): Promise<Phase> {
    const phase = newPhase(name);
    this.#phase = phase;
    const startedAt = performance.now();
    await work();
    await pause(SLOWEST_MAX_MS);
    phase.seconds = (performance.now() - startedAt) / 1_000;
    phase.latencies.sort((a, b) => a - b);
    this.#phase = newPhase("between");
    return phase;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#clients;
  }

  async #send(url: string): Promise<void> {
    while (!this.#isOver) {
      const startedAt = performance.now();
      try {
        await this.mixed.send(url);
      } catch (error) {
        this.#phase.failures.push(error instanceof Error ? error.message : String(error));
      }
      this.#phase.latencies.push(performance.now() - startedAt);
      await pause(PACE_MS);
    }
  }
}

const newPhase = (name: string): Phase => ({ name, seconds: 0, latencies: [], failures: [] });
const slowest = ({ latencies }: Phase) => latencies.at(-1) ?? 0;

function problemsOf(phase: Phase): string[] {
  const ms = Math.round(slowest(phase));
  return [
    ...(phase.latencies.length === 0 ? [`${phase.name}: no request ended`] : []),
    ...(phase.failures.length === 0
      ? []
      : [`${phase.name}: ${phase.failures.length} failed, such as ${phase.failures[0]}`]),
    ...(ms <= SLOWEST_MAX_MS ? [] : [`${phase.name}: a request took ${ms} ms`]),
  ];
}

function describePhase(phase: Phase): string {
  const { name, seconds, latencies, failures } = phase;
  const [p50, p99] = [0.5, 0.99].map((share) => Math.round(percentile(latencies, share)));
  return `${name}: ${latencies.length} requests in ${seconds.toFixed(1)} s, ${failures.length} failed, median ${p50} ms, p99 ${p99} ms, slowest ${Math.round(slowest(phase))} ms`;
}

function report(problems: readonly string[]): boolean {
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length === 0)
    console.log(`✓ no request failed, none took longer than ${SLOWEST_MAX_MS} ms, every chat was charged once`);
  return problems.length === 0;
}

async function countSpends(db: Db, users: readonly BenchUser[]): Promise<number> {
  return db.creditLedger.count({ where: { reason: "chat_usage", userId: { in: users.map(({ userId }) => userId) } } });
}

const took = (startedAt: number) => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

if (process.argv[1] === import.meta.filename) process.exit((await run()) ? 0 : 1);
