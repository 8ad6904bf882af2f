import path from "node:path";
import { DEMO_ACCOUNTS } from "@app/db/cli/demo-accounts";
import type { DemoStack } from "./demo-stack";

/** Pays for five chats, two images or one video. */
const DEMO_SIGN_UP_CREDITS = "50";

/** Ports and data directory of the demo, from PORT, SANDBOX_PORT, SMTP_PORT and DATA_DIR. */
export function demoSettings() {
  const port = Number(process.env["PORT"] || 3000);
  return {
    dataDir: path.resolve(process.env["DATA_DIR"] || path.join(import.meta.dirname, "../../.data")),
    port,
    sandboxPort: Number(process.env["SANDBOX_PORT"] || port + 1),
    smtpPort: Number(process.env["SMTP_PORT"] || port + 2),
    environment: { SIGNUP_CREDITS: DEMO_SIGN_UP_CREDITS, ...definedEnvironment() },
  };
}

/** The environment without empty values, which count as unset. */
function definedEnvironment(): Record<string, string> {
  const defined = Object.entries(process.env).filter(
    (entry): entry is [string, string] => (entry[1] ?? "").trim() !== "",
  );
  return Object.fromEntries(defined);
}

/** Ends the process when its database has ended: every request would fail from then on, and only the database's log says why. */
export async function endWithDatabase(stack: DemoStack): Promise<void> {
  const log = await stack.databaseEnded;
  console.error(
    `${log}\n\nThe database has ended, so Genmint stops. Its last lines say why. The data stays: start again.`,
  );
  process.exit(1);
}

/** Prints the addresses and the demo sign-ins. `environmentFile`: see `writeEnvironment`. */
export function printBanner(stack: DemoStack, environmentFile: string): void {
  console.log(`
  Genmint is running.

  Application       ${stack.env["APP_URL"]}
  Sandbox           ${stack.sandboxUrl}      payment provider, mailbox, fault switches
  Mailbox           ${stack.sandboxUrl}/mail/
  Database          ${stack.env["DATABASE_URL"]}

${signIns(stack)}

  Run the periodic grants
    curl -H "Authorization: Bearer ${stack.env["CRON_SECRET"]}" ${stack.env["APP_URL"]}/api/cron/subscription-grants

  Run a command for operators, such as npx pnpm ledger:verify, after
    . "${environmentFile}"

  Ctrl-C stops everything; the data stays.
`);
}

function signIns(stack: DemoStack): string {
  if (stack.env["DEMO_SIGN_IN"] !== "true")
    return "  The database is your own: it has no demo accounts. Sign up, or add them with pnpm db:seed --force and DEMO_SIGN_IN=true.";
  const accounts = DEMO_ACCOUNTS.map(
    ({ email, password, role }) => `    ${email.padEnd(24)} ${password.padEnd(18)} ${role}`,
  );
  return ["  Sign in with", ...accounts].join("\n");
}
