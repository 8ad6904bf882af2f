import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const CLI_TIMEOUT_MS = 600_000;

/**
 * Runs a command of the prisma CLI on the database of `url`, to its end.
 * @param input what the command reads from stdin
 * @returns exit code (null when a signal ended it) and everything it printed
 */
export async function runPrisma(
  args: string[],
  url: string,
  input = "",
): Promise<{ exitCode: number | null; output: string }> {
  const cli = createRequire(import.meta.url).resolve("prisma/build/index.js");
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: import.meta.dirname,
    env: { ...process.env, PATH: pathWithNode(), DATABASE_URL: url, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
    timeout: CLI_TIMEOUT_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
      output += chunk;
    });
  }
  // A command that reads nothing may be gone before it is told so.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  return { exitCode, output };
}

/** The engine is a script that finds node by its name, wherever the node that runs us is installed. */
function pathWithNode(): string {
  return [path.dirname(process.execPath), process.env.PATH].filter(Boolean).join(path.delimiter);
}
