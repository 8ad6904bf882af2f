import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";
import { dependencies as productionDependencies } from "../production/package.json";
import { browserChunks, directImports } from "./browser-chunks";
import { compileMessages } from "./compile-messages";

/** Makes server.ts the entry of the server build, so that the HTTP server and the routes share one copy of every module. */
function serverEntry(): Plugin {
  return {
    name: "genmint:server-entry",
    enforce: "post",
    config: (_config, { isSsrBuild }) =>
      // Chunks are written to the same folder, so that each finds the built client by a path relative to its own.
      isSsrBuild
        ? { build: { rollupOptions: { input: "./server.ts", output: { chunkFileNames: "[name]-[hash].js" } } } }
        : undefined,
  };
}

/**
 * Lists the files of a server build, which server.ts loads at its start. The folder may have files of an earlier build next to them: turbo
 * restores a build from its cache without emptying the folder. They import each other by `importChunk` of server.ts, which says why.
 */
function listChunks(): Plugin {
  return {
    name: "genmint:list-chunks",
    generateBundle(_options, bundle) {
      const names = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file.fileName] : []));
      this.emitFile({ type: "asset", fileName: "chunks.json", source: JSON.stringify(names) });
    },
    // Packages are imported as they are.
    renderDynamicImport({ targetModuleId }) {
      const isOwn = targetModuleId !== null && this.getModuleInfo(targetModuleId)?.isExternal === false;
      return isOwn ? { left: "globalThis.importChunk(new URL(", right: ", import.meta.url).href)" } : null;
    },
  };
}

/** Compressing smaller files saves less than the header costs. */
const COMPRESSION_MIN_BYTES = 1_000;

/** The name of a package: no path, virtual module or builtin. */
const PACKAGE_NAME = /^(@[\w-]+\/)?[\w.-]+(\/|$)/;

/**
 * In development, Remix collects a page's styles by resolving the server's imports as if they were the browser's. Vite would then bundle
 * the server's packages for the browser, and reload the page for each. Such a look-up is recognised by its importer, index.html, which
 * does not exist.
 */
function keepServerPackagesOut(): Plugin {
  const missingIndex = path.join(import.meta.dirname, "index.html");
  return {
    name: "genmint:keep-server-packages-out",
    apply: "serve",
    enforce: "pre",
    resolveId(id, importer) {
      const isLookUp = this.environment.name === "client" && importer === missingIndex;
      return isLookUp && PACKAGE_NAME.test(id) ? { id, external: true } : null;
    },
  };
}

export default defineConfig(({ command, isSsrBuild }) => ({
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
    compileMessages(),
    !isSsrBuild && directImports(),
    serverEntry(),
    isSsrBuild && listChunks(),
    keepServerPackagesOut(),
    // For browsers only.
    !isSsrBuild &&
      compression({
        include: /\.(?:js|css|svg|json)$/,
        algorithms: [defineAlgorithm("brotliCompress"), defineAlgorithm("gzip")],
        threshold: COMPRESSION_MIN_BYTES,
      }),
  ],
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  // Vite looks for the browser's packages here when it starts. It would reload the page for each package it finds later. Routes are not
  // listed, because they also import server code.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/features/**/*.tsx", "app/ui/**/*.tsx"] },
  // A license that many files of a chunk repeat, such as the icons', is kept once.
  esbuild: { legalComments: "eof" },
  build: {
    target: "es2022",
    ...(isSsrBuild
      ? {}
      : {
          rollupOptions: {
            output: { manualChunks: browserChunks(), onlyExplicitManualChunks: true },
            // tRPC's packages do not say that their modules have no side effects. Browsers would load its WebSocket client, which no page uses.
            treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/@trpc/") },
          },
        }),
  },
  ssr: {
    // Workspace packages are TypeScript sources and must be bundled. A build bundles most other packages as well, so that the server opens
    // a few dozen files at its start instead of two thousand. Not bundled is what a production machine installs: packages with native code
    // or files of their own, or in CommonJS.
    noExternal: command === "build" ? true : [/^@app\//],
    external: command === "build" ? Object.keys(productionDependencies) : [],
    target: "node",
  },
}));
