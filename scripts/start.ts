// npm start: the whole service on this machine, built for production, against the sandbox.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { printBanner } from "./demo-banner";
import { demoSettings } from "./demo-settings";
import { startDemoStack } from "./demo-stack";

const root = path.join(import.meta.dirname, "..");

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}

console.log("Building…");
run("turbo", ["run", "build", "--output-logs=errors-only", "--ui=stream"]);
const stack = await startDemoStack(demoSettings());
Object.assign(process.env, stack.env);
const { ready } = await import(pathToFileURL(path.join(root, "apps/web/build/server/index.js")).href);
await ready;
printBanner(stack);
