// pnpm db:seed: creates the demo accounts in the database of DATABASE_URL.
import { requireDatabaseUrl, runCommand, withDb } from "./command-line";
import { DEMO_ACCOUNTS } from "./demo-accounts";
import { seedDatabase } from "./initial-accounts";

const FORCE = "--force";

await runCommand(async () => {
  const url = requireDatabaseUrl();
  if (!process.argv.includes(FORCE)) {
    throw new Error(
      `The demo accounts, one of them an administrator, have public passwords. Add ${FORCE} to create them in the database ` +
        `${new URL(url).pathname.slice(1)} on ${new URL(url).hostname || "this machine"}.`,
    );
  }
  await withDb(url, seedDatabase);
  return DEMO_ACCOUNTS.map(({ email, password, role }) => `${role.padEnd(6)} ${email}  password: ${password}`).join(
    "\n",
  );
});
