// pnpm secrets:reencrypt: encrypts with AUTH_SECRET what is still encrypted with AUTH_SECRET_PREVIOUS, and says how much that was.
import type { Reencryption } from "@app/services/platform/sealed-secrets";
import { reencryptSecondFactors } from "@app/services/second-factor/reencrypt-secrets";
import { reencryptEndpointSecrets } from "@app/services/webhooks/secrets";
import { runWithDeps } from "../../apps/web/app/server/run-with-deps.server";

const summaryOf = (name: string, { total, reencrypted, unreadable }: Reencryption) =>
  `${total} ${name}: ${reencrypted} encrypted again with AUTH_SECRET, ${unreadable.length} that neither secret decrypts.`;

await runWithDeps(async ({ service }) => {
  const factors = await reencryptSecondFactors(service);
  const webhooks = await reencryptEndpointSecrets(service);
  const summary = `${summaryOf("second factors", factors)} ${summaryOf("webhook secrets", webhooks)}`;
  const unreadable = [
    ...factors.unreadable.map((userId) => `user ${userId}`),
    ...webhooks.unreadable.map((endpointId) => `webhook endpoint ${endpointId}`),
  ];
  if (unreadable.length === 0) return `${summary} None needs AUTH_SECRET_PREVIOUS any more.`;
  throw new Error(`${summary} ${unreadable.join(", ")}`);
});
