import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["prisma", "packages/*", "apps/web", "scripts", "scripts/dev/demo-shop"],
    // Four even on two cores: a test that talks to the database or over HTTP waits most of its time. Two took a quarter longer.
    maxWorkers: Math.max(4, availableParallelism() - 1),
  },
});
