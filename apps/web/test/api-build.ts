import type { ServerBuild } from "@remix-run/node";

type RouteModule = ServerBuild["routes"][string]["module"];

const modules = import.meta.glob<RouteModule>("../app/routes/api.*/route.ts", { eager: true });

/** What Remix would build of the API's routes: the same modules under the same paths, without the pages. */
export function apiBuild(): ServerBuild {
  const routes = Object.entries(modules).map(([file, module]) => {
    const id = file.split("/").at(-2) ?? "";
    return [id, { id, path: pathOf(id), module }] as const;
  });
  return {
    mode: "production",
    routes: Object.fromEntries(routes) as unknown as ServerBuild["routes"],
    entry: { module: { default: () => new Response(null, { status: 500 }) } },
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "test" },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    basename: "/",
    future: {
      v3_fetcherPersist: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_singleFetch: true,
      v3_throwAbortReason: true,
      unstable_optimizeDeps: false,
    } as ServerBuild["future"],
    isSpaMode: false,
  } as ServerBuild;
}

/** The file convention: a dot is a slash, `$name` a parameter, a last `$` takes the rest. */
function pathOf(id: string): string {
  return id
    .split(".")
    .map((segment) => (segment === "$" ? "*" : segment.replace(/^\$/, ":")))
    .join("/");
}
