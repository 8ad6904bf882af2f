// pnpm measure:lists: fills a database of its own with many users and ledger entries, and prints how long the administrators' lists
// take, with the plan of every statement they send. LEDGER_ROWS and USER_ROWS set the size, RUNS how often each list is asked for.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDb, type Statement } from "@app/db/client";
import { urlOfDatabase, withConnection } from "@app/db/databases";
import { startEmbeddedPostgres } from "@app/db/embedded";
import { migrateDatabase } from "@app/db/migrate";
import { adminLists, type MeasuredList } from "./measured/admin-lists";
import { explainStatements } from "./measured/explain-statements";
import { fillDatabase } from "./measured/fill-database";

const LIMIT_MS = 200;
const users = Number(process.env["USER_ROWS"] || 100_000);
const entries = Number(process.env["LEDGER_ROWS"] || 1_000_000);
const runs = Number(process.env["RUNS"] || 15);

const dataDir = mkdtempSync(path.join(tmpdir(), "genmint-lists-"));
// Its folders are the database server's too, which runs as another user when this runs as root.
chmodSync(dataDir, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
const url = urlOfDatabase(postgres.url, "lists");
try {
  await migrateDatabase(url);
  await withConnection(url, (client) => fillDatabase(client, { users, entries }));
  console.log(`${users} users, ${entries} ledger entries; each list ${runs} times, milliseconds at the server\n`);
  let sent: Statement[] = [];
  const db = createDb(url, { onStatement: (statement) => sent.push(statement) });
  const statementsOf = new Map<string, readonly Statement[]>();
  const slow: string[] = [];
  for (const list of adminLists(db)) {
    sent = [];
    await list.ask();
    statementsOf.set(list.name, [...sent]);
    const { median, worst } = await measure(list);
    console.log(
      `${list.name.padEnd(58)} median ${median.toFixed(1).padStart(7)}  worst ${worst.toFixed(1).padStart(7)}`,
    );
    if (list.isList && worst > LIMIT_MS) slow.push(list.name);
  }
  await db.$disconnect();
  console.log(
    slow.length === 0 ? `\nAll lists within ${LIMIT_MS} ms.` : `\nSlower than ${LIMIT_MS} ms: ${slow.join("; ")}`,
  );
  process.exitCode = slow.length === 0 ? 0 : 1;
  for (const [name, statements] of statementsOf) await explainStatements(url, name, statements);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function measure(list: MeasuredList): Promise<{ median: number; worst: number }> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await list.ask();
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { median: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 };
}
