import path from "node:path";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";
import { compileMessages } from "./compile-messages";

/** Makes server.ts the entry of the server build, so that the HTTP server and the routes share one copy of every module. */
function serverEntry(): Plugin {
  return {
    name: "genmint:server-entry",
    enforce: "post",
    config: (_config, { isSsrBuild }) =>
      // Its parts lie beside it, so that each finds the built client from where it is.
      isSsrBuild
        ? { build: { rollupOptions: { input: "./server.ts", output: { chunkFileNames: "[name]-[hash].js" } } } }
        : undefined,
  };
}

/** Below it, what compression saves is less than what its header costs. */
const COMPRESSION_MIN_BYTES = 1_000;

/** A package by its name, and no path, virtual module or builtin. */
const PACKAGE_NAME = /^(@[\w-]+\/)?[\w.-]+(\/|$)/;

/**
 * Remix gathers a page's styles by looking up what the server imports as if the browser had asked for it. Vite would bundle the server's
 * packages for the browser then, and load the page anew for each. There is no index.html: only such a look-up comes from it.
 */
function keepServerPackagesOut(): Plugin {
  const nobody = path.join(import.meta.dirname, "index.html");
  return {
    name: "genmint:keep-server-packages-out",
    apply: "serve",
    enforce: "pre",
    resolveId(id, importer) {
      const isLookUp = this.environment.name === "client" && importer === nobody;
      return isLookUp && PACKAGE_NAME.test(id) ? { id, external: true } : null;
    },
  };
}

/** What carries machine code or files of its own, or is CommonJS through and through. */
const LEFT_OUT_OF_THE_BUNDLE = [
  "@aws-sdk/client-s3",
  "@node-rs/argon2",
  "@prisma/adapter-pg",
  "@prisma/client",
  "@remix-run/node",
  "@remix-run/react",
  "graphile-worker",
  "nodemailer",
  "pg",
  "pino",
  "react",
  "react-dom",
  "sharp",
  "undici",
];

export default defineConfig(({ command }) => ({
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
    serverEntry(),
    keepServerPackagesOut(),
    compression({
      include: /\.(?:js|css|svg|json)$/,
      algorithms: [defineAlgorithm("brotliCompress"), defineAlgorithm("gzip")],
      threshold: COMPRESSION_MIN_BYTES,
    }),
  ],
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  // The browser's packages are found at the start: each one found later would load the page of a cold start anew. Routes are no
  // entries, because what only the server imports would be found through them too.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/features/**/*.tsx", "app/ui/**/*.tsx"] },
  build: { target: "es2022" },
  ssr: {
    // Workspace packages are TypeScript sources: bundled, not required at run time. A build takes most others in as well: the server then
    // opens some dozens of files at its start, not two thousand.
    noExternal: command === "build" ? true : [/^@app\//],
    external: command === "build" ? LEFT_OUT_OF_THE_BUNDLE : [],
    target: "node",
  },
}));
