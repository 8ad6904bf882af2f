import { availableParallelism } from "node:os";
import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  esbuild: { jsxDev: false },
  test: {
    name: "web",
    pool: "threads",
    // These tests wait less than others, and each worker loads the whole app: a fourth costs more than it brings. Vitest wants projects with
    // another number of workers in a group of their own.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { groupOrder: 1 },
    env: { NODE_ENV: "production" },
    // Files share the modules of a worker: loading them anew for each took half of the time. A file cleans up what it changes.
    isolate: false,
    globalSetup: ["@app/db/testing/global-setup"],
    testTimeout: 60_000,
    // On a busy machine, vitest's second is too short.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
});
