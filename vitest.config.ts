import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { projects: ["prisma", "packages/*", "apps/web"] },
});
