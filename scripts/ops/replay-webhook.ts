// pnpm webhook:replay <id>: processes an event of the inbox again. Nothing is granted twice.
import { replayWebhookEvent } from "@app/services/billing/receive-webhook";
import { runWithDeps } from "../../apps/web/app/server/run-with-deps.server";

await runWithDeps(async ({ service }) => {
  const [id] = process.argv.slice(2);
  if (!id) throw new Error("Usage: pnpm webhook:replay <id of the event in the inbox>");
  const { outcome, detail } = await replayWebhookEvent(service, id);
  const result = `${outcome}${detail ? `: ${detail}` : ""}`;
  if (outcome === "rejected") throw new Error(result);
  return result;
});
