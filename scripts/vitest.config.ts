import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  // The demo's shop has a project of its own, because it needs a database.
  test: { name: "scripts", exclude: [...configDefaults.exclude, "dev/demo-shop/**"] },
});
