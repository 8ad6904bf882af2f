import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "demo",
    globalSetup: ["@app/db/testing/global-setup"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
