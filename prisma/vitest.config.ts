import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "db",
    globalSetup: ["./testing/global-setup.ts"],
    // Several start servers and command lines of their own.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
