import { CreateApiKeyInput } from "@app/core/api-keys/api-key";
import { createApiKey, listApiKeys } from "@app/services/api-keys/api-keys";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/server/auth/request-context.server";
import { methodNotAllowed, respond, userJsonAction } from "~/server/http/rest.server";

const CREATED = 201;

/** GET /api/keys: the caller's API keys. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, async () => {
    const user = await requireUser(args.context);
    return { keys: await listApiKeys(user, user.actor.id) };
  });

/** POST /api/keys: creates an API key, which this response alone contains. */
const create = userJsonAction(CreateApiKeyInput, async (user, input) =>
  Response.json(await createApiKey(user, input), { status: CREATED }),
);

export const action = (args: ActionFunctionArgs) =>
  args.request.method === "POST" ? create(args) : methodNotAllowed("GET, POST")();
