import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "scripts",
    // The demo's shop has a project of its own, because it needs a database.
    exclude: [...configDefaults.exclude, "dev/demo-shop/**"],
    // On a busy machine, vitest's five seconds are too short.
    testTimeout: 30_000,
  },
});
