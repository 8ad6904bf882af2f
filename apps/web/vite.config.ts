import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";

/** Makes server.ts the entry of the server build, so that the HTTP server and the routes share one copy of every module. */
function serverEntry(): Plugin {
  return {
    name: "genmint:server-entry",
    enforce: "post",
    config: (_config, { isSsrBuild }) =>
      isSsrBuild ? { build: { rollupOptions: { input: "./server.ts" } } } : undefined,
  };
}

export default defineConfig({
  plugins: [
    remix({
      ignoredRouteFiles: ["**/*.test.ts", "**/*.test.tsx"],
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    serverEntry(),
  ],
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  build: { target: "es2022" },
  // Workspace packages are TypeScript sources: bundled, not required at run time.
  ssr: { noExternal: [/^@app\//], target: "node" },
});
