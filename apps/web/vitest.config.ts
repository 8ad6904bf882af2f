import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  esbuild: { jsxDev: false },
  test: {
    name: "web",
    pool: "threads",
    env: { NODE_ENV: "production" },
    // Files share the modules of a worker: loading them anew for each took half of the time. A file cleans up what it changes.
    isolate: false,
    globalSetup: ["@app/db/testing/global-setup"],
    setupFiles: ["./test/leftover-work.ts"],
    testTimeout: 60_000,
    // On a busy machine, vitest's second is too short.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
});
