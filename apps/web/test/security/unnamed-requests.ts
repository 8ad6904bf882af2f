import { ENTRIES } from "./access-manifest/entries";
import type { EntryRequest } from "./requests";
import { findPatterns, type RoutePattern } from "./route-patterns";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const NAMES: ReadonlySet<string> = new Set(ENTRIES.map(({ name }) => name));
/** Its paths are Auth.js's and tRPC's, which have their own answers to each. */
const PASSED_ON = /^\/api\/(?:auth|trpc)\/\*$/;

/** Every method a route does not take. What takes a form takes it by any method but GET, behind the same guard. */
export function undeclaredRequests(): EntryRequest[] {
  return findPatterns().flatMap((route) =>
    route.paths
      .filter((path) => !PASSED_ON.test(path))
      .flatMap((path) => unnamedMethods(route, path).map((method) => ({ method, path: anyPath(path), headers: {} }))),
  );
}

function unnamedMethods({ module }: RoutePattern, path: string): string[] {
  const takesForm = !path.startsWith("/api/") && "action" in module;
  return METHODS.filter((method) => !NAMES.has(`${method} ${path}`) && !(takesForm && method !== "GET"));
}

const anyPath = (pattern: string) => pattern.replace(":provider", "provider").replace(/:\w+|\*/g, "any");
