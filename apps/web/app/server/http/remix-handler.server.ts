import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { RemixHandler } from "./create-app.server";

/**
 * Answers with the routes of a build. Pages fetch their data as a whole here; the older way, one route's data by a parameter, would be
 * answered still, with errors in a form of its own.
 */
export function createRemixHandler(build: ServerBuild, mode: "production" | "development"): RemixHandler {
  const handle = createRequestHandler(build, mode);
  return async (request, context) =>
    new URL(request.url).searchParams.has("_data")
      ? Response.json({ error: "_data is not a parameter" }, { status: 400 })
      : handle(request, context);
}
