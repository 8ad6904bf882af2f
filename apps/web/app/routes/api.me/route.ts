import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireCaller } from "~/server/auth/request-context.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";

/** GET /api/me: whose session or API key this is, and the balance. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const { id, email, credits, planKey } = (await requireCaller(args.context, "read")).actor;
    return { id, email, credits, planKey };
  });

export const action = methodNotAllowed("GET");
