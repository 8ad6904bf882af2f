import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["prisma", "packages/*", "apps/web", "scripts", "scripts/dev/demo-shop"],
    // Two even on two cores: a test that talks to the database or over HTTP waits most of its time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
