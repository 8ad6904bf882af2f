import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "clients",
    pool: "threads",
    // Files share the modules of a worker: loading them anew for each took half of the time. A file cleans up what it changes.
    isolate: false,
    // On a busy machine, vitest's five seconds are too short.
    testTimeout: 30_000,
  },
});
