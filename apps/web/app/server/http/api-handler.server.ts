import { invariant } from "@app/core/errors";
import type { ServerBuild } from "@remix-run/node";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import type { RemixHandler } from "./create-app.server";

type ApiModule = Pick<NonNullable<ServerBuild["routes"][string]>["module"], "action" | "loader">;

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const SLASH_AT_THE_END = /\/$/;

/**
 * Answers below /api with the build's resource routes, called by themselves: Remix ranks all its routes anew several times for every
 * request, and copies the request twice, with a body that can then be read as a stream only. `api/*` takes what no other route does.
 */
export function createApiHandler({ routes }: ServerBuild): RemixHandler {
  const router = new TrieRouter<ApiModule>();
  for (const { path, module } of apiRoutesOf(routes)) router.add("ALL", `/${path}`, module);
  return async (request, context) => {
    const path = new URL(request.url).pathname.replace(SLASH_AT_THE_END, "");
    const [[found] = []] = router.match("ALL", path);
    invariant(found, "every path below /api has a route");
    const [{ action, loader }, params] = found;
    const answerWith = READING.has(request.method) ? loader : action;
    invariant(answerWith, "a route of the API answers every method");
    const answer = await answerWith({ request, context, params: decoded(params) });
    invariant(answer instanceof Response, "a route of the API answers with a response");
    return answer;
  };
}

/** Those of a whole path first, then the longer ones: what is found first answers. */
function apiRoutesOf(routes: ServerBuild["routes"]): { path: string; module: ApiModule }[] {
  const found = Object.values(routes).flatMap((route) =>
    route?.path?.startsWith("api/") ? [{ path: route.path, module: route.module }] : [],
  );
  const takesRest = (path: string) => Number(path.endsWith("*"));
  return found.sort((a, b) => takesRest(a.path) - takesRest(b.path) || b.path.length - a.path.length);
}

/** What is no valid encoding stays as it is: then it names nothing. */
const decoded = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tryDecodeURIComponent(String(value))]));
