import path from "node:path";
import { UNSAFE_flatRoutes as flatRoutes } from "@remix-run/dev";
import type { ServerBuild } from "@remix-run/node";
import * as entry from "~/entry.server";
import * as root from "~/root";
import { buildWithoutPages, type TestApp, useTestApp } from "./app";

const PUBLIC_DIR = path.resolve(import.meta.dirname, "../public");

/** The app with its pages and files, as in production. */
export function useWholeApp(env: Record<string, string> = {}): TestApp {
  return useTestApp({ build: pageBuild, clientDir: PUBLIC_DIR, env });
}

type RouteModule = ServerBuild["routes"][string]["module"];

const APP_DIR = path.resolve(import.meta.dirname, "../app");

const modules = import.meta.glob<RouteModule>("../app/routes/*/route.{ts,tsx}", { eager: true });

/** All routes as Remix finds them, by its own reading of the route folder, so that none is left out. */
export function findRoutes() {
  return Object.values(flatRoutes(APP_DIR)).map(({ id, parentId, path, index, file }) => {
    const module = modules[`../app/${file}`];
    if (!module) throw new Error(`${file} is a route and was not loaded`);
    return { id, parentId: parentId ?? "root", path, index: index ?? false, module };
  });
}

/** Remix's build of all routes, without the files for browsers. */
export function pageBuild(): ServerBuild {
  const rootRoute = { id: "root", parentId: undefined, path: "", index: false, module: root as RouteModule };
  const routes = [rootRoute, ...findRoutes()];
  const shown = routes.map(({ module, ...route }) => {
    const parts = { hasLoader: "loader" in module, hasAction: "action" in module, hasErrorBoundary: true };
    return [route.id, { ...route, ...parts, module: "/assets/route.js" }] as const;
  });
  return {
    ...buildWithoutPages(),
    routes: Object.fromEntries(routes.map((route) => [route.id, route])) as unknown as ServerBuild["routes"],
    entry: { module: entry as unknown as ServerBuild["entry"]["module"] },
    assets: {
      entry: { imports: [], module: "/assets/entry.js" },
      routes: Object.fromEntries(shown) as unknown as ServerBuild["assets"]["routes"],
      url: "/assets/manifest.js",
      version: "test",
    },
  };
}
