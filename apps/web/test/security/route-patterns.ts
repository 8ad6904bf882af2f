import { findRoutes } from "../page-build";

type Route = ReturnType<typeof findRoutes>[number];

export interface RoutePattern {
  id: string;
  /** As the manifest names paths: without a language, and each optional segment once with and once without. */
  paths: string[];
  module: Route["module"];
}

/** Every route under the paths it answers. */
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
    (made, segment) =>
      segment.endsWith("?")
        ? made.flatMap((path) => [path, `${path}/${segment.slice(0, -1)}`])
        : made.map((path) => `${path}/${segment}`),
    [""],
  );
  return paths.map((path) => path || "/");
}
