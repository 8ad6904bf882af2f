import { defineConfig } from "vitest/config";

/** Pure code needs no isolation between files. The time is for properties that try thousands of values on a busy machine. */
export default defineConfig({ test: { name: "core", pool: "threads", isolate: false, testTimeout: 30_000 } });
