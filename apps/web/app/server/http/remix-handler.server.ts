import { invariant } from "@app/core/errors";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RemixHandler } from "./create-app.server";

/** The router draws its links anew from the path, and takes one that begins so for an address of another host. */
const BACKSLASH = /%5c/i;

const PLAIN_API_PATH = /^api\/[^:*?]+$/;

const notFound = () => Response.json({ error: "Not found" }, { status: 404 });

/** Answers with the routes of a build, and itself where Remix would answer in a form of its own. */
export function createRemixHandler(build: ServerBuild, mode: "production" | "development"): RemixHandler {
  const handle = createRequestHandler(build, mode);
  const apiActions = plainApiActions(build);
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    // One route's data, the older way. Pages fetch theirs as a whole here.
    if (searchParams.has("_data")) return Response.json({ error: "_data is not a parameter" }, { status: 400 });
    const isApi = pathname.startsWith("/api/");
    if (!isApi && BACKSLASH.test(pathname)) return notFound();
    const action = request.method === "POST" ? apiActions.get(pathname) : undefined;
    if (action) return action(request, context);
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
 * What answers a POST at each path of the API that has no parameters. Called by itself: Remix ranks all its routes anew, several times
 * for every request, and copies the request twice, with a body that can then be read as a stream only.
 */
function plainApiActions({ routes }: ServerBuild): ReadonlyMap<string, RemixHandler> {
  const actions = new Map<string, RemixHandler>();
  for (const { path = "", module } of Object.values(routes).filter((route) => route !== undefined)) {
    const { action } = module;
    if (action === undefined || !PLAIN_API_PATH.test(path)) continue;
    actions.set(`/${path}`, async (request, context) => {
      const answer = await action({ request, context, params: {} });
      invariant(answer instanceof Response, "an API route answers with a response");
      return answer;
    });
  }
  return actions;
}
