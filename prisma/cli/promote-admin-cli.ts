// pnpm admin:promote: makes the user with the e-mail address ADMIN_EMAIL an administrator.
import { requireDatabaseUrl, runCommand, withDb } from "./command-line";
import { promoteAdmin } from "./initial-accounts";

await runCommand(async () => {
  const email = process.env.ADMIN_EMAIL;
  if (!email) throw new Error("ADMIN_EMAIL is not set: it names the user to promote.");
  const { isVerified } = await withDb(requireDatabaseUrl(), (db) => promoteAdmin(db, email));
  const warning = "The address is not verified: make sure that the account is that person's.";
  return [`${email} is an administrator now.`, ...(isVerified ? [] : [warning])].join("\n");
});
