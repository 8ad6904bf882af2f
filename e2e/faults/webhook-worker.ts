// The worker of webhooks.ts: `pnpm worker` with short pauses between attempts. Argument: the receiver's host and port.
import { createWebhookSender } from "@app/clients/webhooks/webhook-sender";
import { RETRY_POLICY } from "@app/core/webhooks/retries";
import { deliverWebhooks } from "@app/services/webhooks/deliver";
import { startWorker } from "@app/services/worker";
import { createDeps } from "../../apps/web/app/server/composition-root.server";
import { readEnv } from "../../apps/web/app/server/env/env.server";

const TIMEOUT_MS = 500;
/** So many that a message which fails half of the time is never given up. */
const POLICY = { ...RETRY_POLICY, pausesMs: Array.from({ length: 60 }, () => 200) };

const [receiver = ""] = process.argv.slice(2);
const env = readEnv(process.env);
const { service } = createDeps(env);
const webhooks = createWebhookSender({ allowHosts: [receiver], timeoutMs: TIMEOUT_MS });
await startWorker({ ...service, clients: { ...service.clients, webhooks } }, env.DATABASE_URL, {
  "deliver-webhooks": (ctx, payload) => deliverWebhooks(ctx, payload, { policy: POLICY }),
});
process.send?.("ready");
