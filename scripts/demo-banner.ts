import { DEMO_ACCOUNTS } from "@app/db/demo-accounts";
import type { DemoStack } from "./demo-stack";

/** What someone who has just started the demo wants to know. */
export function printBanner(stack: DemoStack): void {
  const accounts = DEMO_ACCOUNTS.map(
    ({ email, password, role }) => `    ${email.padEnd(24)} ${password.padEnd(18)} ${role}`,
  );
  console.log(`
  Genmint is running.

  Application       ${stack.env["APP_URL"]}
  Sandbox           ${stack.sandboxUrl}      payment provider, mailbox, fault switches
  Mailbox           ${stack.sandboxUrl}/mail/
  Database          ${stack.env["DATABASE_URL"]}

  Sign in with
${accounts.join("\n")}

  Run the periodic grants
    curl -H "Authorization: Bearer ${stack.env["CRON_SECRET"]}" ${stack.env["APP_URL"]}/api/cron/subscription-grants

  Ctrl-C stops everything; the data stays.
`);
}
