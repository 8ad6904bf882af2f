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

/** Runs one command in the project's root. Shows its output at once with `live`, otherwise only when it fails. */
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

/** Tasks of turbo.json, whose results are cached until a file that they read changes. */
const turbo = (name: string, ...tasks: string[]): Step => ({
  name,
  command: "turbo",
  args: ["run", ...tasks, "--concurrency=2", "--output-logs=errors-only", "--ui=stream"],
});

export const GENERATE = turbo("generate the database client", "generate");
/** Generates the client too. */
export const BUILD = turbo("build", "build");
export const CHECKS_AND_BUILD = turbo("types, lint, import rules, dependencies, build", "checks", "build");
