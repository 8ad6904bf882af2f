import { createAppRouter } from "@app/api/root";
import { IMAGE_SIZES } from "@app/core/image/image-input";
import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import type { AnyTRPCProcedure } from "@trpc/server";
import { uploadForm } from "../uploads";
import { findRoutes } from "../whole-app";
import type { RequestContent } from "./access-manifest/access";
import { ENTRIES, type Entry } from "./access-manifest/entries";
import type { UserFixtures } from "./fixtures";

type Route = ReturnType<typeof findRoutes>[number];

export interface RoutePattern {
  id: string;
  /** In the manifest's notation: without a language, and each optional segment once with and once without. */
  paths: string[];
  module: Route["module"];
}

/** Every route with the paths it matches. */
export function findPatterns(): RoutePattern[] {
  const routes = findRoutes();
  const byId = new Map(routes.map((route) => [route.id, route]));
  const segmentsOf = (route: Route | undefined): string[] =>
    route ? [...segmentsOf(byId.get(route.parentId)), ...(route.path?.split("/") ?? [])] : [];
  return routes.map((route) => ({
    id: route.id,
    paths: pathsOf(segmentsOf(route).filter((segment) => segment !== ":locale?")),
    module: route.module,
  }));
}

function pathsOf(segments: readonly string[]): string[] {
  const paths = segments.reduce<string[]>(
    (created, segment) =>
      segment.endsWith("?")
        ? created.flatMap((path) => [path, `${path}/${segment.slice(0, -1)}`])
        : created.map((path) => `${path}/${segment}`),
    [""],
  );
  return paths.map((path) => path || "/");
}

/** A request for an entry. A page has several. */
export interface EntryRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: BodyInit;
}

const PATTERNS = findPatterns();

export function methodOf({ kind, name }: Entry): string {
  if (kind !== "procedure") return name.split(" ")[0] ?? "";
  return PROCEDURE_TYPES.get(name) === "query" ? "GET" : "POST";
}

/** All requests by which an entry can be called about these rows. */
export function requestsOf(entry: Entry, fixtures: UserFixtures): EntryRequest[] {
  if (entry.kind === "procedure") return [procedureRequest(entry, fixtures)];
  const method = methodOf(entry);
  const [, pattern = ""] = entry.name.split(" ");
  const sent = entry.contentFor(fixtures);
  const request = { method, ...requestBody(sent) };
  const path = pathOf(pattern, fixtures);
  const query = new URLSearchParams(sent.query);
  const document = { ...request, path: `${path}?${query}` };
  if (entry.kind === "rest") return [document];
  return [document, ...dataPathsOf(method, pattern, path, query).map((dataPath) => ({ ...request, path: dataPath }))];
}

const LAYOUT_ID = "routes/($locale)";

/** Remix also serves the data of each route of a page by itself: no route may rely on the checks of its parent. */
function dataPathsOf(method: string, pattern: string, path: string, query: URLSearchParams): string[] {
  const dataPath = path === "/" ? "/_root.data" : `${path}.data`;
  if (method !== "GET") return [`${dataPath}?${query}`];
  // A route that sends a file has no data: its path with `.data` is refused.
  const ids = PATTERNS.filter(
    ({ paths, module }) => paths.includes(pattern) && "loader" in module && "default" in module,
  )
    .map(({ id }) => id)
    // The layout has the address of the start page, and may be loaded by anyone.
    .filter((id) => id !== LAYOUT_ID);
  return ids.map((id) => `${dataPath}?${new URLSearchParams([...query, ["_routes", id]])}`);
}

function procedureRequest(entry: Entry, fixtures: UserFixtures): EntryRequest {
  const input = JSON.stringify(entry.contentFor(fixtures).json ?? null);
  const path = `/api/trpc/${entry.name}`;
  const method = methodOf(entry);
  if (method === "GET") return { method, path: `${path}?input=${encodeURIComponent(input)}`, headers: {} };
  return { method, path, headers: { "content-type": "application/json" }, body: input };
}

function requestBody({ json, form, file }: RequestContent): Pick<EntryRequest, "headers" | "body"> {
  if (json !== undefined) return { headers: { "content-type": "application/json" }, body: JSON.stringify(json) };
  if (form) return { headers: {}, body: new URLSearchParams(form) };
  return { headers: {}, ...(file && { body: uploadForm(file) }) };
}

/** A path that no route has, for splat routes. */
const ANY_PATH = "no/such/path";

function pathOf(pattern: string, fixtures: UserFixtures): string {
  const known: Readonly<Record<string, string>> = { ...fixtures };
  return pattern
    .split("/")
    .map((segment) => (segment.startsWith(":") ? encodeURIComponent(known[segment.slice(1)] ?? "") : segment))
    .join("/")
    .replace("*", ANY_PATH);
}

const { procedures } = createAppRouter({
  imageChoices: { sizes: IMAGE_SIZES, defaultSize: "adaptive" },
  videoChoices: { maxDurationSeconds: 1, durations: null, resolutions: VIDEO_RESOLUTIONS },
})._def;

/** Typed as nested routers; at run time a flat list by full name. */
const byName = procedures as unknown as Record<string, AnyTRPCProcedure>;

/** Every procedure of the router, and whether it reads or writes. */
export const PROCEDURE_TYPES: ReadonlyMap<string, "query" | "mutation"> = new Map(
  Object.entries(byName).map(([name, { _def }]) => {
    if (_def.type === "subscription") throw new Error(`${name} is a subscription, which nothing here can call`);
    return [name, _def.type];
  }),
);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const NAMES: ReadonlySet<string> = new Set(ENTRIES.map(({ name }) => name));
/** Auth.js and tRPC refuse methods of their own paths in their own way. */
const PASSED_ON = /^\/api\/(?:auth|trpc)\/\*$/;

/** Every method that a route does not take. */
export function undeclaredRequests(): EntryRequest[] {
  const paths = findPatterns().flatMap((route) => route.paths.filter((path) => !PASSED_ON.test(path)));
  return paths
    .flatMap((path) => METHODS.map((method) => ({ method, path })))
    .filter(({ method, path }) => !NAMES.has(`${method} ${path}`))
    .map(({ method, path }) => ({ method, path: anyPath(path), headers: {} }));
}

const anyPath = (pattern: string) => pattern.replace(":provider", "provider").replace(/:\w+|\*/g, "any");
