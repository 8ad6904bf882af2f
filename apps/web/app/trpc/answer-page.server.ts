import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { RequestContext } from "~/server/context.server";
import { apiCaller } from "./caller.server";

export type Api = Awaited<ReturnType<typeof apiCaller>>;

const SERVER_ERROR_MIN = 500;

/**
 * Loads a page's data from the API. What the API refuses becomes the page's own status, so that a bad address is answered as one
 * and not as a failure of the service.
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
