// pnpm webhook:replay <id>: processes an event of the inbox again. Nothing is granted twice.
import { parseArgs } from "node:util";
import { replayWebhookEvent } from "@app/services/billing/receive-webhook";
import { runWithDeps } from "../../apps/web/app/server/run-with-deps.server";

await runWithDeps(async ({ service }) => {
  const [id, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (!id || others.length > 0) throw new Error("Usage: pnpm webhook:replay <id of one event in the inbox>");
  const { outcome, detail } = await replayWebhookEvent(service, id);
  const result = `${outcome}${detail ? `: ${detail}` : ""}`;
  if (outcome === "rejected") throw new Error(result);
  return result;
});
