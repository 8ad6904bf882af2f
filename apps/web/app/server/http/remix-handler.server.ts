import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RemixHandler } from "./create-app.server";

/** The router draws its links anew from the path, and takes one that begins so for an address of another host. */
const BACKSLASH = /%5c/i;

const PLAIN_API_PATH = /^api\/[^:*?]+$/;

const notFound = () => Response.json({ error: "Not found" }, { status: 404 });

/** Answers with the routes of a build, and itself where Remix would answer in a form of its own. */
export function createRemixHandler(build: ServerBuild, mode: "production" | "development"): RemixHandler {
  const handleAny = createRequestHandler(build, mode);
  const apiRoutes = createApiHandlers(build, mode);
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // One route's data, the older way. Pages fetch theirs as a whole here.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    const isApi = pathname.startsWith("/api/");
    if (!isApi && BACKSLASH.test(pathname)) return notFound();
    const handle = apiRoutes.get(pathname) ?? handleAny;
    const answer = await handle(request, context);
    // A line break is not matched by the route for every other path, and /api/video is a page to the router, in the language "api".
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    if (!isApi || !isPage || answer.status < 400) return answer;
    // To its end: a page that is left while it is drawn is an error in the log.
    await answer.arrayBuffer();
    return notFound();
  };
}

/**
 * A handler for each route of the API whose path has no parameters. Remix ranks all routes it knows anew, several times for every
 * request: these know one.
 */
function createApiHandlers(build: ServerBuild, mode: "production" | "development"): Map<string, RemixHandler> {
  const { root } = build.routes;
  const plain = Object.values(build.routes).filter((route) => PLAIN_API_PATH.test(route?.path ?? ""));
  return new Map(
    plain.flatMap((route) =>
      root && route?.parentId === "root"
        ? [[`/${route.path}`, createRequestHandler({ ...build, routes: { root, [route.id]: route } }, mode)]]
        : [],
    ),
  );
}
