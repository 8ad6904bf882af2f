// pnpm ledger:verify: checks the ledger in DATABASE_URL. Prints the rows that differ and exits with 1 when it does not add up.
import { requireDatabaseUrl, runCommand, withDb } from "@app/db/cli/command-line";
import { verifyLedger } from "@app/services/ledger/verify-ledger";

await runCommand(async () => {
  const { users, entries, payments, differences } = await withDb(requireDatabaseUrl(), verifyLedger);
  const scope = `${users} users, ${entries} ledger entries, ${payments} payments`;
  if (differences.length === 0) return `The ledger adds up: ${scope}, 0 differences.`;
  const rows = differences.map(
    ({ check, id, expected, found }) => `  ${check}: ${id} expected ${expected}, found ${found}`,
  );
  throw new Error(`The ledger does not add up: ${scope}, ${differences.length} differences.\n${rows.join("\n")}`);
});
