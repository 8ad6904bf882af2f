// npm start: the whole service on this machine, built for production, against the sandbox.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { printBanner } from "./demo-banner";
import { demoSettings } from "./demo-settings";
import { runCommand } from "./run-command.mjs";

const root = path.join(import.meta.dirname, "..");

console.log("Building…");
const isBuilt = await runCommand("turbo", ["run", "build", "--output-logs=errors-only", "--ui=stream"], { cwd: root });
if (!isBuilt) process.exit(1);
// Imported now: the build generates the database client that it imports.
const { startDemoStack } = await import("./demo-stack");
const stack = await startDemoStack(demoSettings());
Object.assign(process.env, stack.env);
const { ready } = await import(pathToFileURL(path.join(root, "apps/web/build/server/index.js")).href);
await ready;
printBanner(stack);
