import type { ServerBuild } from "@remix-run/node";
import { apiRoutes } from "~/server/http/api-routes.server";
import { createRemixHandler } from "~/server/http/remix-handler.server";
import { buildWithoutPages } from "./build-without-pages";

/** Answers as in production: with all of the API, and with the pages of a build. */
export function createTestHandler(build: () => ServerBuild = buildWithoutPages) {
  return createRemixHandler({ api: apiRoutes, loadPages: async () => build(), mode: "production" });
}
