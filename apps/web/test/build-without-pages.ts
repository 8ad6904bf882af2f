import type { ServerBuild } from "@remix-run/node";

/** What Remix would build of an application that has no page. */
export function buildWithoutPages(): ServerBuild {
  return {
    mode: "production",
    routes: {},
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
