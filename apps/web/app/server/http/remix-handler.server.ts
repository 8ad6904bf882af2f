import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import { createApiHandler } from "./api-handler.server";
import type { RemixHandler } from "./create-app.server";

/** The router draws its links anew from the path, and takes one that begins so for an address of another host. */
const BACKSLASH = /%5c/i;

/** Answers with the routes of a build: the API's by themselves, pages through Remix. */
export function createRemixHandler(build: ServerBuild, mode: "production" | "development"): RemixHandler {
  const answerPage = createRequestHandler(build, mode);
  const answerApi = createApiHandler(build);
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // One route's data, the older way. Pages fetch theirs as a whole here.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    if (pathname.startsWith("/api/")) return answerApi(request, context);
    if (BACKSLASH.test(pathname)) return Response.json({ error: "Not found" }, { status: 404 });
    return answerPage(request, context);
  };
}
