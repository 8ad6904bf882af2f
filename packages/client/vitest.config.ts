import { defineConfig } from "vitest/config";

/** On a busy machine, vitest's five seconds are too short. */
export default defineConfig({ test: { name: "client", testTimeout: 30_000 } });
