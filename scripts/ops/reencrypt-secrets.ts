// pnpm secrets:reencrypt: encrypts with AUTH_SECRET what is still encrypted with AUTH_SECRET_PREVIOUS, and says how much that was.
import { reencryptSecondFactors } from "@app/services/second-factor/reencrypt-secrets";
import { runWithDeps } from "../../apps/web/app/server/run-with-deps.server";

await runWithDeps(async ({ service }) => {
  const { total, reencrypted, unreadable } = await reencryptSecondFactors(service);
  const summary = `${total} second factors: ${reencrypted} encrypted again with AUTH_SECRET, ${unreadable.length} that neither secret decrypts.`;
  if (unreadable.length === 0) return `${summary} None needs AUTH_SECRET_PREVIOUS any more.`;
  throw new Error(`${summary} Users: ${unreadable.join(", ")}`);
});
