import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "db",
    globalSetup: ["./testing/global-setup.ts"],
    // Several tests start servers or run command lines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
