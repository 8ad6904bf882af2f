import path from "node:path";
import { startCommand } from "./run-command.mjs";

export interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface StepResult {
  name: string;
  ok: boolean;
  seconds: number;
}

const ROOT = path.join(import.meta.dirname, "../..");

/** Runs one command in the project's root. Its output is shown at once with `live`, else only when it fails. */
export function runStep(step: Step, options: { live: boolean }): Promise<StepResult> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = startCommand(step.command, step.args, {
      cwd: ROOT,
      env: {
        ...process.env,
        PATH: [path.join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(path.delimiter),
        ...step.env,
      },
      stdio: ["ignore", options.live ? "inherit" : "pipe", options.live ? "inherit" : "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const end = (ok: boolean) => {
      const seconds = (performance.now() - startedAt) / 1000;
      if (!ok && output) console.log(output.trimEnd());
      console.log(`${ok ? "✓" : "✗"} ${step.name} (${seconds.toFixed(1)} s)`);
      resolve({ name: step.name, ok, seconds });
    };
    child.once("error", (error) => {
      output += String(error);
      end(false);
    });
    child.once("close", (code) => end(code === 0));
  });
}

/** Runs steps beside each other, at most `atOnce`, and starts none after one has failed. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const runner = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      results.push(await runStep(step, { live: false }));
      if (results.some((result) => !result.ok)) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return results;
}

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
  { name: "exact versions, pinned lockfile", command: "tsx", args: ["scripts/test/check-lockfile.ts"] },
  { name: "licences", command: "tsx", args: ["scripts/test/check-licenses.ts"] },
];

/** The sandbox renders pictures and videos: its tests run in `npm test` only. */
export const UNIT_TESTS: Step = {
  name: "unit tests",
  command: "vitest",
  args: ["run", ...["core", "clients", "scripts"].flatMap((project) => ["--project", project])],
};
