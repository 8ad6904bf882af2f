import { expect, it } from "vitest";
import { ENTRIES } from "./access-manifest/entries";
import { findPatterns, PROCEDURE_TYPES, type RoutePattern } from "./requests";

const NAMES = new Set(ENTRIES.map(({ name }) => name));

/** Routes whose paths have entries of their own. */
const PASSED_ON: Readonly<Record<string, string>> = {
  "routes/api.auth.$": "GET /api/auth/",
  "routes/api.trpc.$": "me.current",
};

/** What a route is called by: one of each group. A page is read by GET even without a loader. */
function methodsOf({ module }: RoutePattern): string[][] {
  const isRead = "loader" in module || "default" in module;
  return [...(isRead ? [["GET"]] : []), ...("action" in module ? [["POST", "DELETE"]] : [])];
}

/**
 * The names that a route needs in the manifest. An API route has a loader and an action, of which one may only refuse
 * its method: that methods without an entry are refused is tested by calling them.
 */
function missingNames(route: RoutePattern, path: string): string[] {
  const missing = methodsOf(route)
    .filter((methods) => !methods.some((method) => NAMES.has(`${method} ${path}`)))
    .map((methods) => `${methods.join(" or ")} ${path}`);
  const isHalfOfApi = /^\/(?:api\/|v1\/|mcp$)/.test(path) && missing.length < 2;
  return isHalfOfApi ? [] : missing;
}

it("has every procedure of the router, and no other", () => {
  const named = ENTRIES.filter(({ kind }) => kind === "procedure").map(({ name }) => name);
  expect(named.sort()).toEqual([...PROCEDURE_TYPES.keys()].sort());
});

const OWN_ROUTES = findPatterns().filter(({ id }) => !(id in PASSED_ON));

it.each(OWN_ROUTES.map((route) => [route.id, route] as const))("has %s", (_id, route) => {
  expect(route.paths.flatMap((path) => missingNames(route, path))).toEqual([]);
});

it("has no page that does not exist", () => {
  const there = new Set(OWN_ROUTES.flatMap((route) => route.paths));
  const gone = ENTRIES.filter(({ kind, name }) => kind === "page" && !there.has(name.split(" ")[1] ?? ""));
  expect(gone.map(({ name }) => name)).toEqual([]);
});

it.each(Object.entries(PASSED_ON))("has the paths or procedures of %s", (_id, prefix) => {
  expect([...NAMES].some((name) => name.startsWith(prefix))).toBe(true);
});
