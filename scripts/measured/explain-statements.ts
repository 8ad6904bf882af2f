import type { Statement } from "@app/db/client";
import { withConnection } from "@app/db/databases";

const STATEMENT_SHOWN_MAX = 160;

/** Prints the plan of each statement, as it is executed once more. */
export async function explainStatements(url: string, name: string, statements: readonly Statement[]): Promise<void> {
  console.log(`\n== ${name}`);
  await withConnection(url, async (client) => {
    for (const { sql, args } of statements.filter(({ sql: text }) => /^\s*SELECT/i.test(text))) {
      const { rows } = await client.query({ text: `EXPLAIN (ANALYZE, BUFFERS) ${sql}`, values: [...args] });
      console.log(`-- … ${sql.replaceAll(/\s+/g, " ").slice(-STATEMENT_SHOWN_MAX)}`);
      for (const row of rows) console.log(`   ${row["QUERY PLAN"]}`);
    }
  });
}
