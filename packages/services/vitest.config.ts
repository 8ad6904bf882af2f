import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "services",
    globalSetup: ["@app/db/test-global-setup"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
