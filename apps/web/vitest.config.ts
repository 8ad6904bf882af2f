import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": path.resolve(import.meta.dirname, "app") } },
  test: {
    name: "web",
    globalSetup: ["@app/db/testing/global-setup"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
