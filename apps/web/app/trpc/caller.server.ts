import { invariant } from "@app/core/errors";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { RequestContext } from "~/server/auth/request-context.server";

export type Api = Awaited<ReturnType<typeof apiCaller>>;

const SERVER_ERROR_MIN = 500;

/**
 * Loads a page's data from the API.
 * @throws Response with the API's status when it refuses, so that a bad address is a 404 and not a failure of the service
 */
export async function loadPageData<Data>(context: RequestContext, load: (api: Api) => Promise<Data>): Promise<Data> {
  try {
    return await load(await apiCaller(context));
  } catch (error) {
    const status = error instanceof TRPCError ? getHTTPStatusCodeFromError(error) : SERVER_ERROR_MIN;
    if (status >= SERVER_ERROR_MIN) throw error;
    throw new Response(null, { status });
  }
}

/** The API's procedures, to be called by loaders and actions without HTTP. */
export async function apiCaller(context: RequestContext) {
  const { deps, session, sessionNow, sessionAfterBody, clientAddress, deviceCookie } = context;
  return deps.appRouter.createCaller({
    service: deps.service,
    session: await session(),
    sessionNow,
    sessionAfterBody,
    idempotencyKey: null,
    clientAddress,
    deviceCookie,
    setSession: async () => invariant(false, "a loader or action changes no session through the API"),
  });
}

/** Whether the API refused the input, for which a page shows a text of its own. */
export function isBadRequest(error: unknown): error is TRPCError {
  return error instanceof TRPCError && error.code === "BAD_REQUEST";
}
