// pnpm db:seed: puts the demo accounts into the database of DATABASE_URL.
import { requireDatabaseUrl, runCommand, withDb } from "./command-line";
import { DEMO_ACCOUNTS } from "./demo-accounts";
import { seedDatabase } from "./seed";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", ""];
const FORCE = "--force";

await runCommand(async () => {
  const url = requireDatabaseUrl();
  const { hostname } = new URL(url);
  if (!LOCAL_HOSTS.includes(hostname) && !process.argv.includes(FORCE)) {
    throw new Error(
      `The demo accounts, one of them an administrator, have public passwords, and ${hostname} is not this machine. ` +
        `Add ${FORCE} if you mean it.`,
    );
  }
  await withDb(url, seedDatabase);
  return DEMO_ACCOUNTS.map(({ email, password, role }) => `${role.padEnd(6)} ${email}  password: ${password}`).join(
    "\n",
  );
});
