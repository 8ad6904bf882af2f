// pnpm db:seed: puts the demo accounts into the database of DATABASE_URL.
import { requireDatabaseUrl, runCommand, withDb } from "./command-line";
import { DEMO_ACCOUNTS } from "./demo-accounts";
import { isLocalDatabase } from "./local-database";
import { seedDatabase } from "./seed";

const FORCE = "--force";

await runCommand(async () => {
  const url = requireDatabaseUrl();
  if (!isLocalDatabase(url) && !process.argv.includes(FORCE)) {
    throw new Error(
      `The demo accounts, one of them an administrator, have public passwords, and ${new URL(url).hostname} is not this machine. ` +
        `Add ${FORCE} if you mean it.`,
    );
  }
  await withDb(url, seedDatabase);
  return DEMO_ACCOUNTS.map(({ email, password, role }) => `${role.padEnd(6)} ${email}  password: ${password}`).join(
    "\n",
  );
});
