import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RemixHandler } from "./create-app.server";

/** The router draws its links anew from the path, and takes one that begins so for an address of another host. */
const BACKSLASH = /%5c/i;
/** The route that stands for every other path of the API does not match one with a line break: it would be answered with a page. */
const LINE_BREAK = /%(?:0a|0d|e2%80%a[89])/i;

/** Answers with the routes of a build, and itself where Remix would answer in a form of its own. */
export function createRemixHandler(build: ServerBuild, mode: "production" | "development"): RemixHandler {
  const handle = createRequestHandler(build, mode);
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // One route's data, the older way. Pages fetch theirs as a whole here.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    const isSenseless = (pathname.startsWith("/api/") ? LINE_BREAK : BACKSLASH).test(pathname);
    return isSenseless ? Response.json({ error: "Not found" }, { status: 404 }) : handle(request, context);
  };
}
