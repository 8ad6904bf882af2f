import type { Step } from "./run-steps";

/** Other checks read what this makes. */
export const GENERATE: Step = {
  name: "generate the database client",
  command: "turbo",
  args: ["run", "generate", "--output-logs=errors-only"],
};

/** Generates the client too. */
export const BUILD: Step = {
  name: "build",
  command: "turbo",
  args: ["run", "build", "--output-logs=errors-only", "--ui=stream"],
};

/** What needs neither a database nor a build. */
export const STATIC_CHECKS: readonly Step[] = [
  { name: "types", command: "tsc", args: [] },
  { name: "format and lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  {
    name: "import fences",
    command: "depcruise",
    args: [
      "--config",
      ".dependency-cruiser.mjs",
      "packages",
      "prisma",
      "apps/web/app",
      "apps/web/server.ts",
      "scripts",
    ],
  },
  { name: "unused code and dependencies", command: "knip", args: [] },
  { name: "workspace consistency", command: "sherif", args: [] },
  { name: "exact versions, pinned lockfile", command: "tsx", args: ["scripts/check-lockfile.ts"] },
  { name: "licences", command: "tsx", args: ["scripts/check-licenses.ts"] },
];

/** The sandbox renders pictures and videos: its tests run in `npm test` only. */
export const UNIT_TESTS: Step = {
  name: "unit tests",
  command: "vitest",
  args: ["run", ...["core", "clients", "scripts"].flatMap((project) => ["--project", project])],
};
