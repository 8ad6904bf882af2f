import { requiredId } from "@app/core/input/fields";
import { parseInput } from "@app/core/input/parse";
import { revokeApiKey } from "@app/services/api-keys/api-keys";
import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { requireUser } from "~/server/auth/request-context.server";
import { methodNotAllowed, respond } from "~/server/http/rest.server";

const KeyPath = z.object({ keyId: requiredId("keyId") });

/** DELETE /api/keys/:keyId: revokes an API key of the caller. */
export const action = (args: ActionFunctionArgs) =>
  args.request.method === "DELETE"
    ? respond(args, async () => {
        const user = await requireUser(args.context);
        const { keyId } = parseInput(KeyPath, args.params);
        return revokeApiKey(user, { keyId, ownerId: user.actor.id });
      })
    : loader();

export const loader = methodNotAllowed("DELETE");
