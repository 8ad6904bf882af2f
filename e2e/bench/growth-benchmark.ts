import { randomUUID } from "node:crypto";
import { createDb, type Db } from "@app/db/client/db";
import { withConnection } from "@app/db/client/manage-databases";
import { spendCredits } from "@app/services/credits/spend-credits";
import type { BenchServer } from "./bench-database";
import { type Benchmark, within } from "./benchmark";
import { seedActiveUser } from "./fixtures";
import { scaledCount } from "./load";

const SPENDS = scaledCount(20_000);
const SPENDERS = 1_000;
const AT_ONCE = 8;
/** The figures that docs/scaling.md uses. */
const WAL_BYTES_MAX = 2_000;
const LEDGER_ROW_BYTES_MAX = 800;

type Client = { query(sql: string): Promise<{ rows: Record<string, unknown>[] }> };

/** Bytes per spend: in the write-ahead log between two checkpoints, and in the ledger. */
export const growthBenchmark = (server: BenchServer): Benchmark => ({
  name: "growth",
  run: async () => {
    const url = await server.createDatabase("growth");
    const db = createDb(url);
    try {
      await seedActiveUser(db);
      return await withConnection(url, async (client: Client) => {
        await client.query("CHECKPOINT");
        // The first change of a page after a checkpoint logs the whole page, so all pages are changed before.
        await spendAll(db, SPENDERS);
        const before = await sizes(client);
        await spendAll(db, SPENDS);
        const after = await sizes(client);
        return [
          within(WAL_BYTES_MAX, {
            what: "write-ahead log of a spend",
            measured: (after.wal - before.wal) / SPENDS,
            unit: "bytes",
          }),
          within(LEDGER_ROW_BYTES_MAX, {
            what: "a ledger entry with its indexes",
            measured: (after.ledger - before.ledger) / SPENDS,
            unit: "bytes",
          }),
        ];
      });
    } finally {
      await db.$disconnect();
    }
  },
});

async function sizes(client: Client): Promise<{ wal: number; ledger: number }> {
  const { rows } = await client.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal, pg_total_relation_size('credit_ledger')::float8 AS ledger`,
  );
  return { wal: Number(rows[0]?.["wal"]), ledger: Number(rows[0]?.["ledger"]) };
}

async function spendAll(db: Db, count: number): Promise<void> {
  let next = 0;
  const spendOn = async () => {
    while (next < count) {
      next += 1;
      const order = { userId: String(1 + (next % SPENDERS)), costCredits: 10, reason: "chat_usage" } as const;
      await spendCredits(
        { db },
        {
          ...order,
          entryId: randomUUID(),
          reference: randomUUID(),
          now: new Date(),
          claimedKey: undefined,
        },
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, spendOn));
}
