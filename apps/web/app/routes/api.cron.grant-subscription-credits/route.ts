import { runDueGrants } from "@app/services/schedule/run-due-grants";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCron } from "~/server/auth/cron-auth.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";

/** One instalment for each due schedule. The number of schedules is what one transaction may hold. */
const RUN = { schedulesMax: 500, instalmentsMax: 1 };

/** GET or POST /api/cron/grant-subscription-credits: grants one instalment of each due schedule. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const { deps } = args.context;
    requireCron(args.request, deps.env, ["bearer"]);
    const { processed } = await runDueGrants(deps.service, RUN, "subscription_cycle");
    return { processed };
  });

export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? loader(args) : methodNotAllowed("GET, POST")();
