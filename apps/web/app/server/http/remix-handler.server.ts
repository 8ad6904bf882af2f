import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { isNonCanonicalAuthPath } from "../auth/handle-auth.server";
import { once } from "../once.server";
import { createApiHandler } from "./api-handler.server";
import type { ApiRoute } from "./api-routes.server";
import type { RemixHandler } from "./create-app.server";

/** The router draws its links anew from the path, and takes one that begins so for an address of another host. */
const BACKSLASH = /%5c/i;

const BELOW_API = /^\/api(?:\/|$)/;

interface Routes {
  api: readonly ApiRoute[];
  /** Loaded with the first request for a page: the API, the cron path and the background jobs need nothing of what pages are drawn with. */
  loadPages: () => Promise<ServerBuild>;
  mode: "production" | "development";
}

/** Answers with the routes there are: the API's by themselves, pages through Remix. */
export function createRemixHandler({ api, loadPages, mode }: Routes): RemixHandler {
  const answerApi = createApiHandler(api);
  const pages = once(async () => createRequestHandler(await loadPages(), mode));
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // One route's data, the older way. Pages fetch theirs as a whole here.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    // Remix would find the route of a path in other case or encoding, and the API's own router that of one with a slash at its end.
    if (isNonCanonicalAuthPath(pathname)) return Response.json({ error: "Not found" }, { status: 404 });
    if (BELOW_API.test(pathname)) return answerApi(request, context);
    if (BACKSLASH.test(pathname)) return Response.json({ error: "Not found" }, { status: 404 });
    const answerPage = await pages();
    return answerPage(request, context);
  };
}
