import { writeFileSync } from "node:fs";
import path from "node:path";
import { EnvSchema } from "../../apps/web/app/server/env/env.server";

/**
 * Writes the service's environment as a file for a shell: its keys are new with each start, and the commands for operators need them.
 * @returns the file's path
 */
export function writeEnvironment(dataDir: string, env: Readonly<Record<string, string>>): string {
  const file = path.join(dataDir, "environment.sh");
  const lines = Object.keys(EnvSchema.shape).flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [`export ${name}='${value.replaceAll("'", String.raw`'\''`)}'\n`];
  });
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  return file;
}
