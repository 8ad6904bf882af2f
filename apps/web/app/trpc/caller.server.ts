import { invariant } from "@app/core/errors";
import type { RequestContext } from "~/server/context.server";

/** The API as loaders and actions call it: the same procedures, without HTTP between. */
export async function apiCaller({ deps, session, clientAddress, deviceCookie }: RequestContext) {
  return deps.appRouter.createCaller({
    service: deps.service,
    session: await session(),
    idempotencyKey: null,
    clientAddress,
    deviceCookie,
    setSession: async () => invariant(false, "a page's own loader or action changes no session through the API"),
  });
}
