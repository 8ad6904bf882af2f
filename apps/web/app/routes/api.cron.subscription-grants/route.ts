import { parseRunLimits } from "@app/core/schedule/run-limits";
import { runDueGrants } from "@app/services/schedule/run-due-grants";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireCron } from "~/server/auth/cron-auth.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";

/** GET or POST /api/cron/subscription-grants: grants the due instalments of yearly plans. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const { deps } = args.context;
    requireCron(args.request, deps.env, ["bearer", "basic"]);
    const query = new URL(args.request.url).searchParams;
    return runDueGrants(deps.service, parseRunLimits({ limit: query.get("limit"), catchUp: query.get("catchUp") }));
  });

export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? loader(args) : methodNotAllowed("GET, POST")();
