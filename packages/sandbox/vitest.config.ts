import { defineConfig } from "vitest/config";

/** Rendering videos and hashing large uploads take several seconds on a busy machine. */
export default defineConfig({ test: { name: "sandbox", pool: "threads", isolate: false, testTimeout: 30_000 } });
