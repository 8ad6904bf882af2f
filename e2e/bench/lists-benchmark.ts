import { createDb, type Db, type Statement } from "@app/db/client/db";
import { withConnection } from "@app/db/client/manage-databases";
import type { ServiceContext } from "@app/services/context";
import { countActiveUsers } from "@app/services/statistics/active-users";
import { countBusinessFigures } from "@app/services/statistics/business-figures";
import { rollUpDays } from "@app/services/statistics/roll-up-days";
import { type BenchServer, USERS } from "./bench-database";
import { type Benchmark, type Finding, within } from "./benchmark";
import { seedYearOfData } from "./fixtures";
import { percentile, scaledCount } from "./load";
import { explainAnalyze, type MeasuredList, measuredLists } from "./measured-lists";

const LEDGER_ENTRIES = scaledCount(1_000_000);
const RUNS = 40;
const P95_MAX_MS = 20;
const P95 = 0.95;
/** Tables that grow with the business. Sequential scans of the others are intended. */
const BIG_TABLES = ["credit_ledger", "user", "payment", "chat_session", "generation_history", "audit_log"];

type Client = Parameters<typeof seedYearOfData>[0] & Parameters<typeof explainAnalyze>[0];

/** Long lists and statistics over a year of data: each list's slowest filter, against a page read from an index alone. */
export const listsBenchmark = (server: BenchServer): Benchmark => ({
  name: "lists",
  run: async () => {
    const url = await server.createDatabase("lists");
    return withConnection(url, async (client) => {
      await seedYearOfData(client, { users: USERS, entries: LEDGER_ENTRIES });
      const sent: Statement[] = [];
      const db = createDb(url, { onStatement: (statement) => sent.push(statement) });
      try {
        await rollUpStatistics(db);
        await client.query("VACUUM ANALYZE");
        const measured: { list: MeasuredList; statements: Statement[]; p95Ms: number }[] = [];
        for (const list of measuredLists(db)) {
          sent.length = 0;
          await list.ask();
          const statements = [...sent];
          measured.push({ list, statements, p95Ms: await p95Of(client, statements) });
        }
        const indexOnlyMs = await p95Of(client, [INDEX_ONLY_PAGE]);
        const groups = [...new Set(measured.map(({ list }) => list.group))];
        const scans: string[] = [];
        for (const { list, statements } of measured)
          for (const statement of statements.filter(isSelect))
            for (const table of (await explainAnalyze(client, statement)).scanned)
              if (BIG_TABLES.includes(table)) scans.push(`${list.group}, ${list.name}: ${table}`);
        for (const scan of scans) console.log(`sequential scan: ${scan}`);
        return [
          ...groups.map((group) =>
            slowestOf(
              measured.filter(({ list }) => list.group === group),
              indexOnlyMs,
            ),
          ),
          within(0, { what: "sequential scans of big tables", measured: scans.length, unit: "scans" }),
        ];
      } finally {
        await db.$disconnect();
      }
    });
  },
});

const INDEX_ONLY_PAGE: Statement = {
  sql: 'SELECT "createdAt", seq FROM credit_ledger ORDER BY "createdAt" DESC, seq DESC LIMIT 51',
  args: [],
};

const isSelect = ({ sql }: Statement) => /^\s*(?:\/\*.*?\*\/\s*)?(?:SELECT|WITH)/i.test(sql);

/** As the background job does every minute. */
async function rollUpStatistics(db: Db): Promise<void> {
  const ctx = { db, now: () => new Date() } as ServiceContext;
  while ((await rollUpDays(ctx)) > 0);
  await countActiveUsers(ctx);
  await countBusinessFigures(ctx);
}

function slowestOf(measured: readonly { list: MeasuredList; p95Ms: number }[], indexOnlyMs: number): Finding {
  const slowest = measured.reduce((a, b) => (a.p95Ms > b.p95Ms ? a : b));
  const what = `${slowest.list.group}, slowest of ${measured.length}: ${slowest.list.name}`;
  const finding = within(P95_MAX_MS, { what, measured: slowest.p95Ms, unit: "ms, 95th percentile" });
  const limit = `${indexOnlyMs.toFixed(2)} ms, a page of an index`;
  return { ...finding, limit, ratio: slowest.p95Ms / indexOnlyMs };
}

/** Server time of all statements of a call, with planning and without the round trips, which vary with the machine's load. */
async function p95Of(client: Client, statements: readonly Statement[]): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    let tookMs = 0;
    for (const statement of statements.filter(isSelect)) tookMs += (await explainAnalyze(client, statement)).tookMs;
    times.push(tookMs);
  }
  return percentile(
    times.sort((a, b) => a - b),
    P95,
  );
}
