import type { ServerBuild } from "@remix-run/node";
import { TrieRouter } from "hono/router/trie-router";

/** Remix asks for the data of a page at the page's path with this ending. */
const DATA_REQUEST = /(?:\/_root)?\.data$/;

type Routes = ServerBuild["routes"];

/**
 * Finds the pattern of a page's path, for metrics: `/admin/users/:userId`. The language at the beginning is left out. Undefined for a path
 * that no page has.
 */
export function createPageRouteFinder(routes: Routes): (path: string) => string | undefined {
  const router = new TrieRouter<string>();
  for (const id of Object.keys(routes)) {
    const pattern = patternOf(id, routes);
    if (pattern === null) continue;
    for (const path of [pattern, `/:locale${pattern}`])
      router.add("ALL", path === "/" ? path : path.replace(/\/$/, ""), pattern);
  }
  return (path) => router.match("ALL", path.replace(DATA_REQUEST, "") || "/")[0][0]?.[0];
}

/** Null for a layout, which has no path of its own, and for the page of unknown paths. */
function patternOf(id: string, routes: Routes): string | null {
  const segments: string[] = [];
  for (let route = routes[id]; route !== undefined; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) segments.unshift(route.path);
  const path = segments.join("/").replace(/^:locale\?\/?/, "");
  if (path.includes("*")) return null;
  return path === "" && !routes[id]?.index ? null : `/${path}`;
}
