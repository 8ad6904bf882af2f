// pnpm billing:reconcile --since <ISO date>: asks the payment provider about recent purchases and grants those whose webhooks were lost.
import { parseArgs } from "node:util";
import { parseIsoDate } from "@app/core/input/date";
import { reconcileBilling } from "@app/services/billing/reconcile";
import { runWithDeps } from "../../apps/web/app/server/run-with-deps.server";

const USAGE = "Usage: pnpm billing:reconcile --since <ISO date, such as 2026-11-20 or 2026-11-20T08:00Z>";

await runWithDeps(async ({ service }) => {
  const { values } = parseArgs({ options: { since: { type: "string" } } });
  const since = parseIsoDate(values.since ?? "");
  if (!since) throw new Error(USAGE);
  const { checkouts, subscriptions, granted, failed } = await reconcileBilling(service, since);
  const summary = `Asked about ${checkouts} checkouts and ${subscriptions} subscriptions: ${granted} granted, ${failed} failed.`;
  if (failed > 0) throw new Error(summary);
  return summary;
});
