import { defineConfig } from "vitest/config";

/** Pure code needs no isolation between files. Property tests try thousands of values and need time on a busy machine. */
export default defineConfig({ test: { name: "core", pool: "threads", isolate: false, testTimeout: 30_000 } });
