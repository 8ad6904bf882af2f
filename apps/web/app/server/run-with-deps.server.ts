import { runCommand } from "@app/db/cli/command-line";
import { createDeps, type Deps } from "./composition-root.server";
import { readEnv } from "./env/env.server";

/** Runs a command-line tool with the server's dependencies, configured by the same environment. */
export function runWithDeps(command: (deps: Deps) => Promise<string>): Promise<void> {
  return runCommand(async () => {
    const deps = createDeps(readEnv(process.env));
    try {
      return await command(deps);
    } finally {
      await deps.close();
    }
  });
}
