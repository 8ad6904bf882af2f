import { invariant } from "@app/core/errors";
import { TrieRouter } from "hono/router/trie-router";
import { tryDecodeURIComponent } from "hono/utils/url";
import type { ApiRoute } from "./api-routes.server";
import type { RemixHandler } from "./create-app.server";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);
const SLASH_AT_THE_END = /\/$/;

/**
 * Answers below /api with resource routes that are called by themselves: Remix ranks all its routes anew several times for every
 * request, and copies the request twice, with a body that can then be read as a stream only. `api/*` takes what no other route does.
 */
export function createApiHandler(routes: readonly ApiRoute[]): RemixHandler {
  const router = new TrieRouter<ApiRoute>();
  for (const route of [...routes].sort(bySpecificity)) router.add("ALL", `/${route.path}`, route);
  return async (request, context) => {
    const path = new URL(request.url).pathname.replace(SLASH_AT_THE_END, "");
    const [[found] = []] = router.match("ALL", path);
    invariant(found, "every path below /api has a route");
    const [route, params] = found;
    const { action, loader } = await route.load();
    const answerWith = READING.has(request.method) ? loader : action;
    invariant(answerWith, "a route of the API answers every method");
    const answer = await answerWith({ request, context, params: decoded(params) });
    invariant(answer instanceof Response, "a route of the API answers with a response");
    return answer;
  };
}

/** Those of a whole path first, then the longer ones: what is found first answers. */
function bySpecificity({ path: a }: ApiRoute, { path: b }: ApiRoute): number {
  return takesRest(a) - takesRest(b) || b.length - a.length;
}

const takesRest = (path: string) => Number(path.endsWith("*"));

/** What is no valid encoding stays as it is: then it names nothing. */
const decoded = (params: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tryDecodeURIComponent(String(value))]));
