import { defineConfig } from "vitest/config";

/** Pure code needs no isolation between files. */
export default defineConfig({ test: { name: "core", pool: "threads", isolate: false } });
